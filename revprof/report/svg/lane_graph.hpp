// SPDX-License-Identifier: BSD-3-Clause
// The lanes of one run side by side: what a scenario file asks for.
#pragma once

#include <string>

#include "revprof/trace/results/summary.hpp"

namespace revprof {

// Whether the run had the lanes of one model, as without a scenario file; then there is nothing to
// hold side by side.
bool has_default_lanes(const Summary& summary);

// Table of all lanes: time, change against the first one, and what the time goes to.
std::string lane_table(const Summary& summary);

// The same as bars, as SVG. Lanes that charge low and high become the band of whose they are
// (SummaryLane::of).
std::string lane_graph(const Summary& summary);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The calls of a run, the dearest first, and what their times rest on.
#pragma once

#include <cstddef>
#include <string>

#include "revprof/trace/results/summary.hpp"

namespace revprof {

// Sums over all processes on lane 0; share is of the whole time of all processes. At most `most`
// calls have a line of their own, the rest share one.
std::string call_table(const Summary& summary, std::size_t most);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's pages on what a network's users ask first: latency, bandwidth and gap between two
// processes, and the bus bandwidth of collectives.
#pragma once

#include "fit/model.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// Factor times d is what a collective of p processes has to move through each one's port at least,
// so that bus bandwidths compare with that of a link; 0: not a collective with such a factor.
double bus_factor(const std::string& call, int processes);

// None, one or two pages, as the model has equations.
TagList bandwidth_pages(const Model& model);

}  // namespace revprof

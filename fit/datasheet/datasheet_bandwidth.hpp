// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's pages on what a network's users ask first: latency, bandwidth and gap between two
// processes, and the bus bandwidth of collectives.
#pragma once

#include "fit/model/model.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// None, one or two pages, as the model has equations.
TagList bandwidth_pages(const Model& model);

}  // namespace revprof

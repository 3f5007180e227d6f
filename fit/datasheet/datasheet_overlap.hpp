// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's page on how much of nonblocking collectives a computation hides.
#pragma once

#include "fit/measurements/measurements.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// One page, or none where no overlap was measured.
TagList overlap_pages(const Measurements* measurements);

}  // namespace revprof

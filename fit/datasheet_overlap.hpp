// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's page on how much of nonblocking collectives a computation hides.
#pragma once

#include <kainjow/mustache.hpp>

#include "characterize/measurements.hpp"

namespace revprof {

// One page, or none where no overlap was measured.
kainjow::mustache::list overlap_pages(const Measurements* measurements);

}  // namespace revprof

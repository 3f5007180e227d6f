// SPDX-License-Identifier: BSD-3-Clause
// What the parts of a program compute, the dearest first: segments between calls, and regions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "revprof/trace/results/summary.hpp"

namespace revprof {

// "stencil.cpp:120 to stencil.cpp:131", or "region solve".
std::string segment_name(const SegmentSummary& segment);

// Segments of one name as one; the dearest first.
std::vector<SegmentSummary> segments_by_name(const Summary& summary);

// What a segment's work is: "instructions" or "steps"; empty: it has none but its time.
std::string work_unit(const Summary& summary);

// As site_table(); empty where nothing has been computed.
constexpr std::size_t most_segments = 20;
std::string segment_table(const Summary& summary, std::size_t most = most_segments);

// Inclusive: with the regions inside it, computation, communication and waiting. Empty: there are
// none.
std::string region_table(const Summary& summary, std::size_t most = most_segments);

}  // namespace revprof

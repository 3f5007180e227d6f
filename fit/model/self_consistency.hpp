// SPDX-License-Identifier: BSD-3-Clause
// Where a machine's calls contradict each other: a collective slower than the calls that would do
// the same, times that fall as d or p grows. Hints to its owner that the MPI library's choice of
// algorithms could be better, or that a measurement was disturbed.
#pragma once

#include <string>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// One sentence for each contradiction, its worst place only; plain text. Judged by the estimate
// inside what was measured.
std::vector<std::string> self_consistency_hints(const Model& model);

}  // namespace revprof

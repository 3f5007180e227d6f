// SPDX-License-Identifier: BSD-3-Clause
// What a reader of one call's page should beware of.
#pragma once

#include <string>
#include <vector>

#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Sentences in LaTeX: few points, poor fits, errors outside the measured range, coefficients at
// their bound, other forms that fit as well.
std::vector<std::string> datasheet_notes(const DistanceClass& equations,
                                         const std::vector<MeasuredPoint>& points);

}  // namespace revprof

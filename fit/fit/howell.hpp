// SPDX-License-Identifier: BSD-3-Clause
// The recipe of the paper, literally (Howell 1996, section 3.2), to set beside ours.
#pragma once

#include <vector>

#include "fit/fit/points.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Ordinary least squares in seconds for each of the twelve forms, the least chi-squared wins, one
// equation up to 32 bytes and one above. Coefficients may be negative, and so may the times
// foretold.
std::vector<Regime> fit_howell(const Series& series);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How well a regime's form foretells process counts it has not seen: each is left out once.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fit/fit/regimes.hpp"

namespace revprof {

// Process counts of which one can be left out: two must remain, or no startup term can be fitted.
constexpr std::size_t fewest_counts = 3;

// log(measured / foretold) of every point, from the equation fitted without the point's process
// count.
std::vector<double> left_out_residuals(const Range& range, const Form& form);

// Median relative error of all points, each foretold without its process count; nothing with fewer
// than three counts.
std::optional<double> each_left_out_error(const Range& range, const Form& form);

// Median relative error at the largest process count when it is left out; nothing with fewer than
// three counts.
std::optional<double> largest_left_out_error(const Range& range, const Form& form);

}  // namespace revprof

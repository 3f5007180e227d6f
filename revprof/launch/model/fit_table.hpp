// SPDX-License-Identifier: BSD-3-Clause
// How well models meet the measurements they were fitted to: one line per call, for `revprof fit`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// One group of columns (regimes, median and 90th percentile of the relative error, share of points
// inside the band) for each named model, beside each other. The errors are those of the equations
// alone, without the measured cells' corrections.
std::string fit_table(const Measurements& measurements,
                      const std::vector<std::pair<std::string, const Model*>>& models);

}  // namespace revprof

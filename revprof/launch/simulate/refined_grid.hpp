// SPDX-License-Identifier: BSD-3-Clause
// Which sizes of a simulated machine are measured beside those of the grid.
#pragma once

#include <vector>

#include "fit/measurements/measurements.hpp"
#include "revprof/launch/simulate/grid.hpp"

namespace revprof {

// Lines to measure next, of sizes between two that a jump lies between, for calls of which enough
// sizes are known to tell a jump from a bend; none: there are no jumps, or they are found. `grid`
// is what has been measured, with these times.
std::vector<GridLine> refined_grid(const std::vector<GridLine>& grid, const Measurements& times);

}  // namespace revprof

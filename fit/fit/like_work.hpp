// SPDX-License-Identifier: BSD-3-Clause
// Visits of a segment whose work is nearly the same.
#pragma once

#include <vector>

#include "fit/measurements/measurements.hpp"

namespace revprof {

// One segment's cells, those of like work as one: of the same launch and number of processes, with
// the means by visits of their works and times. A problem of one size takes a few instructions more
// here than there, with its data; what its times differ by then is scatter and says nothing of what
// a larger problem takes. Works below 16 (steps, visits) are exact and stay.
std::vector<Measurement> of_like_work(std::vector<Measurement> cells);

}  // namespace revprof

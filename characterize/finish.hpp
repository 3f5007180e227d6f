// SPDX-License-Identifier: BSD-3-Clause
// What follows the measurements: the model and its datasheet.
#pragma once

#include "characterize/options.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

// What finish() is likely to take for a datasheet of that many graphs: a part of --time-budget.
double finishing_seconds(const Options& options, int graphs);

// Writes what it can and says where it is. Returns the program's exit code.
int finish(const Options& options, const Measurements& measurements);

}  // namespace revprof

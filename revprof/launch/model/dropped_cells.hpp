// SPDX-License-Identifier: BSD-3-Clause
// `--drop p=512`: measured cells that are to stay out of a model.
#pragma once

#include <string>

#include "fit/measurements/measurements.hpp"

namespace revprof {

// "p=512", "d<=8", "launch=2", "call=MPI_Bcast", "class=within 4". Says what has gone. Throws
// UsageError for a condition that cannot be understood, or that leaves nothing.
std::string drop_cells(Measurements& measurements, const std::string& condition);

}  // namespace revprof

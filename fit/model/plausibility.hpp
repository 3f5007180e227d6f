// SPDX-License-Identifier: BSD-3-Clause
// What a model file may hold and no machine does.
#pragma once

#include <string>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// One sentence for each regime whose equation no call can have: a time of days, none at all, or one
// that is positive nowhere; with its path in the file ("calls.MPI_Bcast[0].regimes[1]: ...").
std::vector<std::string> implausible_equations(const Model& model);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// A host's CPU time carried to the machine of each lane, by what the two models say of computation
// (`--host`).
#pragma once

#include <string>
#include <vector>

#include "revprof/engine/lane.hpp"

namespace revprof {

// Multiplies each lane's computation with the factor from the host's model in `path` to its own:
// the mean of the classes of work, on low and high lanes the least and the largest of them. So many
// processes run; at most as many share a node as each model has ranks on one. Returns a line that
// says so of the first lane. Throws FileError where a model says nothing of computation.
std::string carry_from_host(const std::string& path, int processes, std::vector<Lane>& lanes);

}  // namespace revprof

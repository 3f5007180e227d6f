// SPDX-License-Identifier: BSD-3-Clause
// Why a run has shown revprof no MPI call, as far as a look into its programs tells.
#pragma once

#include <string>

#include "revprof/launch/run/launch.hpp"

namespace revprof {

// What speaks against the program, or against one of its arguments that is a program, too (env
// ./a.out): "./a.out: linked with MPI statically, ..."; empty where nothing does.
std::string known_obstacle(const Launch& launch);

// A sentence, also where no obstacle is known. may_have_begun: it is not known that no call was.
std::string why_no_call_was_seen(const Launch& launch, bool may_have_begun = false);

}  // namespace revprof

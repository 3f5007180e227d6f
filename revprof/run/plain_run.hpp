// SPDX-License-Identifier: BSD-3-Clause
// A program that is linked with revprof and not told to predict: it runs as without.
#pragma once

#include <string>

#include "revprof/run/team.hpp"

namespace revprof {

// Whether all processes run plainly, which process 0 then says unless others have started them.
// What is wrong, where they do not agree, goes into `error`.
bool all_run_plainly(bool plain, bool spawned, Team& team, std::string& error);

}  // namespace revprof

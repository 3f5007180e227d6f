// SPDX-License-Identifier: BSD-3-Clause
// Asks all processes whether they have a model.
#include "revprof/run/plain_run.hpp"

#include <cstdio>

namespace revprof {

bool all_run_plainly(bool plain, bool spawned, Team& team, std::string& error) {
  const std::vector<std::int64_t> any = team.maximum({plain ? 1 : 0, plain ? 0 : 1});
  if (any[0] == 0) return false;
  if (any[1] != 0) {
    if (plain) error = "no MODEL on this rank; expected the same model and settings everywhere";
    return false;
  }
  if (team.rank() == 0 && !spawned) {
    std::fputs("revprof: no MODEL is set: the program runs plainly, nothing is predicted\n",
               stderr);
  }
  return true;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Whose turn it is among processes that share a window or a file.
#pragma once

#include <algorithm>
#include <vector>

#include "revprof/mpi/process.hpp"
#include "revprof/run/turn.hpp"

namespace revprof {

// Waits until none of these processes of MPI_COMM_WORLD (-1: one of another world, which nobody
// here can wait for) can come first on the simulated clocks.
inline Turn await_turn(const std::vector<int>& others) {
  Process& process = *active_process;
  if (std::find(others.begin(), others.end(), -1) != others.end()) return Turn::unknown;
  return await_turn(process, others);
}

}  // namespace revprof

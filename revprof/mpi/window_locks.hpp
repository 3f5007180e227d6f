// SPDX-License-Identifier: BSD-3-Clause
// A lock's clock travels with its window: in a window beside it, where every holder leaves the time
// of its release.
#pragma once

#include <mpi.h>

#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

// The clocks of the exclusive locks of one window, one lock for each of its processes.
class LockClocks {
 public:
  struct Released {
    std::vector<SimTime> clock;
    int holder;  // the last one; -1: none yet
  };

  // Collective. Over one process there is nobody to wait for, and nothing is made.
  // with_place: behind a clock's lanes follows the place of its step.
  void start(MPI_Comm communicator, std::size_t clock_values, bool with_place);
  void stop();
  bool followed() const { return window_ != MPI_WIN_NULL; }

  // By the process that holds the user's lock of `target`.
  Released read(int target);
  void write(int target, const std::vector<SimTime>& clock);

  // Which exclusive locks this process holds.
  void take(int target) { held_.push_back(target); }
  bool holds(int target) const;
  void release(int target);

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  int rank_ = 0;
  int lanes_ = 0, values_ = 0;  // of a clock
  std::vector<int> held_;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How the processes of a cell start a repetition together (Howell 1996, section 3.1).
#pragma once

#include <mpi.h>

#include <memory>

#include "characterize/global_clock.hpp"

namespace revprof {

// From when a repetition counts, on this process's own clock.
struct Start {
  double origin = 0;
  double lateness = 0;  // by how much this process missed it
};

class Synchroniser {
 public:
  virtual ~Synchroniser() = default;
  // By all processes before a batch of repetitions that take about `cycle_seconds` each, known to
  // process 0.
  virtual void agree(MPI_Comm communicator, double cycle_seconds) = 0;
  // Waits for the start of a repetition of the batch, and then for the delay.
  virtual Start start(int repetition, double delay_seconds) = 0;
  // On process 0, after a batch: which part of the repetitions began late somewhere.
  virtual void judge(double late_part) = 0;
  // A new cell: forget what was learnt about the last one.
  virtual void forget() = 0;
};

// The default: process 0 fixes the times at which the repetitions begin, on the global clock. The
// processes sleep until shortly before, then spin.
std::unique_ptr<Synchroniser> agreed_clock(const GlobalClock& clock, const ClockTraits& traits,
                                           bool crowded);

// The fall-back: a barrier. Its own way of leaving processes early and late ends up in the times.
std::unique_ptr<Synchroniser> barrier_start();

}  // namespace revprof

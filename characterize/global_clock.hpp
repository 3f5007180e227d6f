// SPDX-License-Identifier: BSD-3-Clause
// A clock that all processes share: process 0's, which the others know by its offset to their own
// and by how the two drift apart.
#pragma once

#include <mpi.h>

#include <deque>
#include <vector>

namespace revprof {

// This process's own clock: MPI_Wtime (or what a test makes of it).
double local_seconds();

// Another clock, seen from this one: it shows t + offset + drift * (t - at) at t.
struct ClockLine {
  double offset = 0, drift = 0, at = 0;
  double operator()(double t) const { return t + offset + drift * (t - at); }
};

// What a third clock shows, seen through a second one.
ClockLine composed(const ClockLine& second, const ClockLine& third);

// One reading of another clock: it was ahead by `offset` at `at`, give or take `error`.
struct ClockReading {
  double at = 0, offset = 0, error = 0;
};

// The line through readings, each weighted by its error. A drift that a short span would not show
// against that error is taken as smaller than it looks.
ClockLine line_through(const std::deque<ClockReading>& readings);

class GlobalClock {
 public:
  GlobalClock();  // by all processes
  ~GlobalClock();
  GlobalClock(const GlobalClock&) = delete;
  GlobalClock& operator=(const GlobalClock&) = delete;

  // By all processes: learns offset and drift anew, over a binomial tree. Processes of one node
  // read the same clock and need no messages for it; nor do any where MPI says that MPI_Wtime is
  // global.
  void learn();

  double from_local(double local) const { return global_(local); }
  double to_local(double global) const;

  // On process 0: by how much learning moved the clock of the process that it moved most, once for
  // each time.
  const std::vector<double>& residuals() const { return residuals_; }

 private:
  ClockLine learn_from_node();
  ClockLine learn_over_tree();

  bool global_already_ = false;
  MPI_Comm node_ = MPI_COMM_NULL, leaders_ = MPI_COMM_NULL;
  std::deque<ClockReading> readings_;  // of the parent in the tree
  ClockLine global_;
  bool learnt_ = false;
  std::vector<double> residuals_;
};

// Two properties of this process's clock and timer, found by trying.
struct ClockTraits {
  double resolution_seconds = 0;  // the smallest step seen
  double overhead_seconds = 0;    // of one reading
  double oversleep_seconds = 0;   // by how much a short sleep takes longer than asked for
};
ClockTraits measure_clock_traits();

}  // namespace revprof

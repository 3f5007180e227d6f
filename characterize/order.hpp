// SPDX-License-Identifier: BSD-3-Clause
// What process 0 tells all processes to do next, and how the others wait for it.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <tuple>

namespace revprof {

// The ranks first, first + stride, ... of MPI_COMM_WORLD.
struct Ranks {
  int first = 0, stride = 1, count = 1;
  int last() const { return first + stride * (count - 1); }
  bool hold(int rank) const {
    return rank >= first && rank <= last() && (rank - first) % stride == 0;
  }
  bool operator<(const Ranks& other) const {
    return std::tie(first, stride, count) < std::tie(other.first, other.stride, other.count);
  }
};

// When a cell's repetitions are enough.
struct StopRule {
  int warm_up = 2, min_repetitions = 10, max_repetitions = 300;
  double precision = 0.05;
  double seconds = 1;  // for all repetitions
};

struct Order {
  enum class Kind { stop, learn_clocks, measure_cell };
  Kind kind = Kind::stop;
  int operation = 0;
  Ranks ranks;
  int processes = 1;  // p of the cell; of neighbourhood collectives not the number of ranks
  std::int64_t bytes = 0;
  int shift = 1;
  StopRule rule;
  double compute_seconds = 0;  // between the start and the wait of a nonblocking call
};

// On process 0: gives the order to all. On the others: waits for it, asleep most of the time, so
// that idle processes leave the cores to those that measure.
void pass_on(Order& order);

// Waits for a request as pass_on does.
void wait_idly(MPI_Request& request);

}  // namespace revprof

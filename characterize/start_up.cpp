// SPDX-License-Identifier: BSD-3-Clause
// What an MPI library sets up once, at the first collective of all processes: each start of a
// program shows it once, so that every repetition reports what this one has shown.
#include <algorithm>

#include "characterize/global_clock.hpp"
#include "characterize/operation.hpp"

namespace revprof {

namespace {

double start_up_seconds = 0;

// Of two: the second one ends at all processes alike, however they have left the first.
double seconds_of_two() {
  double own = 1, sum = 0;
  const double begin = local_seconds();
  for (int call = 0; call < 2; ++call) {
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  return local_seconds() - begin;
}

void report(Cell& c) { c.begun = local_seconds() - start_up_seconds; }

}  // namespace

// The process that comes last to the first one waits for nobody there.
void time_start_up() {
  const double first = seconds_of_two(), later = seconds_of_two();
  const double own = std::max(0.0, first - later);
  MPI_Allreduce(&own, &start_up_seconds, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
}

std::vector<Operation> start_up_operations() {
  Operation start_up = {"start_up", true,   false,  Timing::inside_first, no_memory, nothing,
                        nothing,    report, nothing};
  start_up.once = true;
  return {start_up};
}

}  // namespace revprof

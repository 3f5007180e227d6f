// SPDX-License-Identifier: BSD-3-Clause
// Offsets come from ping-pongs with process 0: the round trip that took least time was disturbed
// least, and its middle is when the other clock was read.
#include "characterize/global_clock.hpp"

#include <mpi.h>
#include <sys/prctl.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <vector>

#include "characterize/order.hpp"

namespace revprof {

namespace {

constexpr int round_trips = 12;
constexpr int tag = 1;

// On process 0. The other one sends its clock back at once.
double offset_of(int rank) {
  double offset = 0, least = std::numeric_limits<double>::max();
  for (int trip = 0; trip < round_trips; ++trip) {
    double there = 0;
    const double begin = MPI_Wtime();
    MPI_Send(&there, 1, MPI_DOUBLE, rank, tag, MPI_COMM_WORLD);
    MPI_Recv(&there, 1, MPI_DOUBLE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const double end = MPI_Wtime();
    if (end - begin >= least) continue;
    least = end - begin;
    offset = there - (begin + end) / 2;
  }
  return offset;
}

double answer_offset() {
  double ignored = 0;
  MPI_Request request;
  MPI_Irecv(&ignored, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, &request);
  wait_idly(request);
  for (int trip = 0; trip < round_trips; ++trip) {
    if (trip > 0) {
      MPI_Recv(&ignored, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    const double now = MPI_Wtime();
    MPI_Send(&now, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  }
  double offset = 0;
  MPI_Recv(&offset, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return offset;
}

}  // namespace

void GlobalClock::measure_offsets() {
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (rank != 0) {
    offset_ = answer_offset();
    return;
  }
  for (int other = 1; other < processes; ++other) {
    const double offset = offset_of(other);
    MPI_Send(&offset, 1, MPI_DOUBLE, other, tag, MPI_COMM_WORLD);
  }
}

ClockTraits measure_clock_traits() {
  constexpr int readings = 1000, sleeps = 20;
  constexpr long nap = 50'000;  // nanoseconds
  ClockTraits traits;
  traits.resolution_seconds = std::numeric_limits<double>::max();
  std::vector<double> steps;
  for (int i = 0; i < readings; ++i) {
    const double begin = MPI_Wtime();
    const double step = MPI_Wtime() - begin;
    steps.push_back(step);
    if (step > 0) traits.resolution_seconds = std::min(traits.resolution_seconds, step);
  }
  // A clock that never moved between readings is coarser than anything worth timing.
  if (traits.resolution_seconds > 1) traits.resolution_seconds = MPI_Wtick();
  std::nth_element(steps.begin(), steps.begin() + readings / 2, steps.end());
  traits.overhead_seconds = steps[readings / 2];

  prctl(PR_SET_TIMERSLACK, 1);  // Linux rounds sleeps up by 50 us otherwise
  std::vector<double> oversleeps;
  for (int i = 0; i < sleeps; ++i) {
    const timespec pause{0, nap};
    const double begin = MPI_Wtime();
    nanosleep(&pause, nullptr);
    oversleeps.push_back(MPI_Wtime() - begin - static_cast<double>(nap) * 1e-9);
  }
  std::sort(oversleeps.begin(), oversleeps.end());
  traits.oversleep_seconds = std::max(0.0, oversleeps[sleeps * 9 / 10]);
  return traits;
}

}  // namespace revprof

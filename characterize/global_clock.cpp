// SPDX-License-Identifier: BSD-3-Clause
// Offsets come from ping-pongs: the round trip that took least time was disturbed least, and its
// middle is when the other clock was read. Pairs of a binomial tree measure at the same time, one
// round for each doubling (Hunold and Carpen-Amarie 2018), then hand their lines down from the
// root.
#include "characterize/global_clock.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "characterize/disturbance.hpp"
#include "characterize/order.hpp"

namespace revprof {

namespace {

constexpr int round_trips = 12;
constexpr int tag = 1;
constexpr std::size_t most_readings = 16;
constexpr double uneven_part = 0.1;   // of a round trip: by what both ways differ from time to time
constexpr double usual_drift = 5e-5;  // of uncorrected clocks; more has to be seen more clearly

// The child in the tree: reads its parent's clock.
ClockReading read_clock_of(int parent, MPI_Comm communicator) {
  ClockReading best;
  best.error = std::numeric_limits<double>::max();
  for (int trip = 0; trip < round_trips; ++trip) {
    double there = 0;
    const double begin = local_seconds();
    MPI_Send(&there, 1, MPI_DOUBLE, parent, tag, communicator);
    MPI_Recv(&there, 1, MPI_DOUBLE, parent, tag, communicator, MPI_STATUS_IGNORE);
    const double end = local_seconds();
    const double middle = begin + (end - begin) / 2, error = uneven_part * (end - begin) / 2;
    if (error < best.error) best = {middle, there - middle, error};
  }
  return best;
}

void show_clock_to(int child, MPI_Comm communicator) {
  double ignored = 0;
  MPI_Request request;
  MPI_Irecv(&ignored, 1, MPI_DOUBLE, child, tag, communicator, &request);
  wait_idly(request);
  for (int trip = 0; trip < round_trips; ++trip) {
    if (trip > 0) MPI_Recv(&ignored, 1, MPI_DOUBLE, child, tag, communicator, MPI_STATUS_IGNORE);
    const double now = local_seconds();
    MPI_Send(&now, 1, MPI_DOUBLE, child, tag, communicator);
  }
}

// How far this process's clock is ahead of the one that all processes of the node read.
double ahead_of_node() {
  constexpr int readings = 20;
  const auto node_seconds = [] {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
  };
  double least = std::numeric_limits<double>::max(), ahead = 0;
  for (int i = 0; i < readings; ++i) {
    const double begin = node_seconds();
    const double own = local_seconds();
    const double end = node_seconds();
    if (end - begin >= least) continue;
    least = end - begin;
    ahead = own - (begin + (end - begin) / 2);
  }
  return ahead;
}

// A simulator says so; its clocks need no learning, which would cost simulated time.
bool wtime_is_global() {
  void* value = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &found);
  return found != 0 && *static_cast<int*>(value) != 0;
}

}  // namespace

double local_seconds() { return disturbance().clock(MPI_Wtime()); }

ClockLine composed(const ClockLine& second, const ClockLine& third) {
  const double there = second(second.at);
  return {second.offset + (third(there) - there), (1 + second.drift) * (1 + third.drift) - 1,
          second.at};
}

ClockLine line_through(const std::deque<ClockReading>& readings) {
  const double first = readings.front().at;
  double weights = 0, at = 0, offset = 0;
  const auto weight = [](const ClockReading& reading) {
    return 1 / (reading.error * reading.error + 1e-18);
  };
  for (const ClockReading& reading : readings) {
    weights += weight(reading);
    at += weight(reading) * (reading.at - first);
    offset += weight(reading) * (reading.offset - readings.front().offset);
  }
  ClockLine line{readings.front().offset + offset / weights, 0, first + at / weights};
  double covariance = 0, variance = 1 / (usual_drift * usual_drift);
  for (const ClockReading& reading : readings) {
    const double away = reading.at - line.at;
    covariance += weight(reading) * away * (reading.offset - line.offset);
    variance += weight(reading) * away * away;
  }
  line.drift = covariance / variance;
  return line;
}

GlobalClock::GlobalClock() {
  global_already_ = !disturbance().bends_clocks() && wtime_is_global();
  if (global_already_) return;
  int rank = 0, on_node = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node_);
  MPI_Comm_rank(node_, &on_node);
  MPI_Comm_split(MPI_COMM_WORLD, on_node == 0 ? 0 : MPI_UNDEFINED, rank, &leaders_);
}

GlobalClock::~GlobalClock() {
  if (node_ != MPI_COMM_NULL) MPI_Comm_free(&node_);
  if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
}

double GlobalClock::to_local(double global) const {
  const ClockLine& line = global_;
  return line.at + (global - line.at - line.offset) / (1 + line.drift);
}

void GlobalClock::learn() {
  if (global_already_) return;
  const bool first = !learnt_;
  const ClockLine before = global_;
  if (leaders_ != MPI_COMM_NULL) global_ = learn_over_tree();
  global_ = learn_from_node();
  learnt_ = true;
  if (!first) {
    const double now = local_seconds(), moved = std::abs(global_(now) - before(now));
    double most = 0;
    MPI_Reduce(&moved, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    residuals_.push_back(most);
    return;
  }
  learn();  // once more, so that also a short run knows how well clocks agree
}

// On each node the first process knows the global clock.
ClockLine GlobalClock::learn_from_node() {
  struct {
    ClockLine global;
    double ahead;
  } leader{global_, ahead_of_node()};
  const double ahead = leader.ahead;
  MPI_Bcast(&leader, sizeof leader, MPI_BYTE, 0, node_);
  return composed({leader.ahead - ahead, 0, local_seconds()}, leader.global);
}

ClockLine GlobalClock::learn_over_tree() {
  int rank = 0, count = 0;
  MPI_Comm_rank(leaders_, &rank);
  MPI_Comm_size(leaders_, &count);
  int own = 1;  // the distance to the parent: the lowest bit of the rank
  while (own < count && rank % (2 * own) == 0) own *= 2;
  for (int distance = 1; distance < own; distance *= 2) {
    if (rank + distance < count) show_clock_to(rank + distance, leaders_);
  }
  ClockLine line;
  if (rank > 0) {
    readings_.push_back(read_clock_of(rank - own, leaders_));
    if (readings_.size() > most_readings) readings_.pop_front();
    MPI_Recv(&line, sizeof line, MPI_BYTE, rank - own, tag, leaders_, MPI_STATUS_IGNORE);
    line = composed(line_through(readings_), line);
  }
  for (int distance = own / 2; distance > 0; distance /= 2) {
    if (rank + distance < count) {
      MPI_Send(&line, sizeof line, MPI_BYTE, rank + distance, tag, leaders_);
    }
  }
  return line;
}

ClockTraits measure_clock_traits() {
  constexpr int readings = 1000, sleeps = 20;
  constexpr long nap = 50'000;  // nanoseconds
  ClockTraits traits;
  traits.resolution_seconds = std::numeric_limits<double>::max();
  std::vector<double> steps;
  for (int i = 0; i < readings; ++i) {
    const double begin = local_seconds();
    const double step = local_seconds() - begin;
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
    const double begin = local_seconds();
    nanosleep(&pause, nullptr);
    oversleeps.push_back(local_seconds() - begin - static_cast<double>(nap) * 1e-9);
  }
  std::sort(oversleeps.begin(), oversleeps.end());
  traits.oversleep_seconds = std::max(0.0, oversleeps[sleeps * 9 / 10]);
  return traits;
}

}  // namespace revprof

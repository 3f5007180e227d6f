// SPDX-License-Identifier: BSD-3-Clause
// The processes' clocks, and the search for the earliest message.
#include "revprof/mpi/horizon.hpp"

#include <sched.h>

#include <algorithm>
#include <limits>

namespace revprof {

namespace {

using namespace std::chrono_literals;

// How long a receive waits for processes that compute, or wait for this one in a way that does not
// show. What was waited in vain is a second in all and a twentieth of the run, so that no program
// gets much slower.
constexpr std::chrono::nanoseconds most_patience = 500ms, least_patience = 100us, allowance = 1s;
constexpr int share_of_run = 20;

// A message that its sender has announced may take this many looks to be seen.
constexpr int looks = 4;

constexpr SimTime never = std::numeric_limits<SimTime>::max();

}  // namespace

void Horizon::open(MPI_Comm world, bool wanted) {
  int rank = 0, processes = 1;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &processes);
  if (processes < 3 || processes > most_processes) return;  // two have no choice
  const int own = wanted ? 1 : 0;
  int all = 0;
  PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, world);
  const auto count = static_cast<std::size_t>(processes);
  const std::size_t bytes = count * sizeof(View) + count * count * sizeof(Pair);
  if (all == 0 || !memory_.open(world, bytes, bytes)) return;
  views_ = reinterpret_cast<View*>(memory_.address());
  pairs_ = reinterpret_cast<Pair*>(views_ + count);
  received_.assign(count, 0);
  rank_ = rank;
  opened_ = std::chrono::steady_clock::now();
  processes_ = processes;
}

void Horizon::close() {
  if (!is_open()) return;
  processes_ = 0;
  memory_.close();
}

bool Horizon::covers(const Communicator& communicator) const {
  return is_open() && !communicator.inter && communicator.size > 2 &&
         std::find(communicator.world_ranks.begin(), communicator.world_ranks.end(), -1) ==
             communicator.world_ranks.end();
}

// Messages that a process has not received yet: one of them may wake it.
bool Horizon::has_messages(int process) const {
  const std::uint64_t received = views_[process].received.load(std::memory_order_acquire);
  std::uint64_t sent = 0;
  for (int from = 0; from < processes_; ++from) {
    sent += pairs_[index(from, process)].sent.load(std::memory_order_acquire);
  }
  return sent != received;
}

// The earliest time at which a process may still send. One that waits sends only after somebody who
// does not wait has sent to it, so that somebody's bound counts.
SimTime Horizon::bound(int process) const {
  const View& view = views_[process];
  const SimTime clock = view.clock.load(std::memory_order_acquire);
  switch (view.state.load(std::memory_order_acquire)) {
    case State::waits_for_all:
      return never;
    case State::waits_for_message:
      return has_messages(process) ? clock : never;
    case State::running:
      break;
  }
  return clock;
}

// When the first message that is not received yet was sent; false: too many are on their way.
bool Horizon::sent_time(int source, SimTime& time) const {
  const Pair& pair = pairs_[index(source, rank_)];
  const std::uint64_t first = received_[static_cast<std::size_t>(source)];
  const std::uint64_t sent = pair.sent.load(std::memory_order_acquire);
  if (sent <= first || sent - first > remembered) return false;
  time = pair.times[first % remembered].load(std::memory_order_relaxed);
  return pair.sent.load(std::memory_order_acquire) - first <= remembered;
}

std::chrono::nanoseconds Horizon::patience_at(std::chrono::steady_clock::time_point now) const {
  const std::chrono::nanoseconds left = allowance + (now - opened_) / share_of_run - in_vain_;
  return std::clamp(left / 2, least_patience, most_patience);
}

int Horizon::earliest(const Communicator& communicator, MPI_Comm handle, int tag, Engine& engine) {
  if (!covers(communicator) || (tag < 0 && tag != MPI_ANY_TAG)) return -1;
  const auto size = static_cast<std::size_t>(communicator.size);
  std::vector<SimTime> bounds(size);
  std::vector<int> unseen(size);  // looks at an announced message that does not show
  std::chrono::steady_clock::time_point waiting_since{};
  std::chrono::nanoseconds patience{};
  for (;;) {
    // The bounds first: what was sent before they were read is found below.
    for (std::size_t i = 0; i < size; ++i) {
      const int process = communicator.world_ranks[i];
      bounds[i] = process == rank_ ? never : bound(process);
    }
    Candidate best;
    bool decided = true;
    for (std::size_t i = 0; i < size; ++i) {
      const int process = communicator.world_ranks[i];
      int there = 0;
      MPI_Status status;
      if (PMPI_Iprobe(static_cast<int>(i), tag, handle, &there, &status) != MPI_SUCCESS) return -1;
      SimTime sent = 0;
      if (there != 0) {
        if (!sent_time(process, sent)) return -1;
        const SimTime arrival = engine.arrival(process, 0, sent);
        if (best.rank < 0 || arrival < best.arrival) best = {static_cast<int>(i), arrival};
        bounds[i] = never;  // what it sends next comes after this one
      } else if (sent_time(process, sent) && ++unseen[i] < looks) {
        decided = false;  // another tag's, or still on its way
      }
    }
    if (best.rank < 0) {
      sched_yield();
      continue;
    }
    for (std::size_t i = 0; i < size && decided; ++i) {
      if (bounds[i] == never) continue;
      const SimTime earliest = engine.arrival(communicator.world_ranks[i], 0, bounds[i]);
      const bool ranks_later = static_cast<int>(i) > best.rank;  // as the search above ends a tie
      decided = earliest > best.arrival || (earliest == best.arrival && ranks_later);
    }
    if (decided) return best.rank;
    const auto now = std::chrono::steady_clock::now();
    if (waiting_since == std::chrono::steady_clock::time_point{}) {
      waiting_since = now;
      patience = patience_at(now);
    }
    if (now - waiting_since >= patience) {
      in_vain_ += now - waiting_since;
      return -1;
    }
    sched_yield();
  }
}

}  // namespace revprof

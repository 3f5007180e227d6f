// SPDX-License-Identifier: BSD-3-Clause
// The processes' clocks, and the search for the earliest message.
#include "revprof/run/horizon.hpp"

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

void Horizon::open(Team& team, bool wanted) {
  const int processes = team.processes();
  if (processes < 3 || processes > most_processes) return;  // two have no choice
  const bool all = team.all(wanted);
  const auto count = static_cast<std::size_t>(processes);
  const std::size_t bytes = count * sizeof(View) + count * count * sizeof(Pair);
  if (!all || !memory_.open(team, bytes, bytes)) return;
  views_ = reinterpret_cast<View*>(memory_.address());
  pairs_ = reinterpret_cast<Pair*>(views_ + count);
  received_.assign(count, 0);
  rank_ = team.rank();
  opened_ = std::chrono::steady_clock::now();
  processes_ = processes;
}

void Horizon::close() {
  if (!is_open()) return;
  processes_ = 0;
  memory_.close();
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

int Horizon::earliest(const std::vector<int>& processes, const Probe& probe, Engine& engine) {
  if (!is_open()) return -1;
  const std::size_t size = processes.size();
  std::vector<SimTime> bounds(size);
  std::vector<int> unseen(size);  // looks at an announced message that does not show
  std::chrono::steady_clock::time_point waiting_since{};
  std::chrono::nanoseconds patience{};
  for (;;) {
    // The bounds first: what was sent before they were read is found below.
    for (std::size_t i = 0; i < size; ++i) {
      const int process = processes[i];
      bounds[i] = process == rank_ ? never : bound(process);
    }
    Candidate best;
    bool decided = true;
    for (std::size_t i = 0; i < size; ++i) {
      const int process = processes[i];
      const Probed found = probe(static_cast<int>(i));
      if (found == Probed::failed) return -1;
      SimTime sent = 0;
      if (found == Probed::message) {
        if (!sent_time(process, sent)) return -1;
        const SimTime arrival = engine.arrival(process, 0, sent);
        if (best.index < 0 || arrival < best.arrival) best = {static_cast<int>(i), arrival};
        bounds[i] = never;  // what it sends next comes after this one
      } else if (sent_time(process, sent) && ++unseen[i] < looks) {
        decided = false;  // another tag's, or still on its way
      }
    }
    if (best.index < 0) {
      sched_yield();
      continue;
    }
    for (std::size_t i = 0; i < size && decided; ++i) {
      if (bounds[i] == never) continue;
      const SimTime earliest = engine.arrival(processes[i], 0, bounds[i]);
      const bool ranks_later = static_cast<int>(i) > best.index;  // as the search above ends a tie
      decided = earliest > best.arrival || (earliest == best.arrival && ranks_later);
    }
    if (decided) return best.index;
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

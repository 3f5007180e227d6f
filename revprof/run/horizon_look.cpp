// SPDX-License-Identifier: BSD-3-Clause
// A look at all processes: how early each of them may do something, and whose turn it is.
#include <algorithm>

#include "revprof/run/horizon.hpp"

namespace revprof {

namespace {

// Others change what they wait for meanwhile.
constexpr int most_looks = 8;

}  // namespace

void Horizon::look() {
  for (int source = 0; source < processes_; ++source) count_news(source);
  for (int i = 0; i < most_looks; ++i) {
    if (try_look()) return;
  }
  first_ = never;
  for (int process = 0; process < processes_; ++process) {
    const auto p = static_cast<std::size_t>(process);
    const View& view = views_[process];
    bounds_[p] = process == rank_ ? never : view.clock.load(std::memory_order_acquire);
    seen_[p].changing = view.changing.load(std::memory_order_acquire);
    seen_[p].follows = false;
    note_first(process);
  }
}

void Horizon::note_first(int process) {
  const SimTime bound = bounds_[static_cast<std::size_t>(process)];
  if (process == rank_ || bound > first_ || (bound == first_ && process > first_rank_)) return;
  first_ = bound;
  first_rank_ = process;
}

// The clocks of those that do not wait first: what they send later is not earlier, and what they
// have sent until then is seen at those that wait; likewise their changes of others' memory, unless
// one may not be there yet. One that waits goes on when another one has done something, so not
// before the earliest one that may.
bool Horizon::try_look() {
  first_ = never;
  first_rank_ = processes_;
  for (int process = 0; process < processes_; ++process) {
    const auto p = static_cast<std::size_t>(process);
    const View& view = views_[process];
    Seen& seen = seen_[p];
    seen.turn = view.turn.load(std::memory_order_acquire);
    if (seen.turn % 2 != 0) return false;
    seen.state = view.state.load(std::memory_order_relaxed);
    seen.follows = false;
    bounds_[p] = never;
    if (seen.state == State::running) {
      bounds_[p] = view.clock.load(std::memory_order_acquire);
    } else if (seen.state == State::asks || seen.state == State::due) {
      bounds_[p] = view.own.load(std::memory_order_relaxed);
    }
    seen.changing = view.changing.load(std::memory_order_acquire);  // after the clock
    if (process == rank_) bounds_[p] = never;
    note_first(process);
  }
  for (int process = 0; process < processes_; ++process) {
    const auto p = static_cast<std::size_t>(process);
    if (process == rank_ || seen_[p].state == State::running) continue;
    const View& view = views_[process];
    const Lacks what = lacks(process, seen_[p].state);
    const SimTime clock = view.clock.load(std::memory_order_acquire);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (view.turn.load(std::memory_order_relaxed) != seen_[p].turn) return false;
    if (seen_[p].state == State::due) continue;
    if (what == Lacks::nothing) {
      bounds_[p] = clock;
      note_first(process);
    }
    seen_[p].follows = what == Lacks::somebody;
  }
  for (int process = 0; process < processes_; ++process) {
    const auto p = static_cast<std::size_t>(process);
    if (!seen_[p].follows) continue;
    bounds_[p] = std::max(first_, views_[process].clock.load(std::memory_order_relaxed));
  }
  return true;
}

bool Horizon::is_turn(SimTime now, const std::vector<int>& processes) const {
  const auto comes_later = [&](SimTime time, int rank) {
    return time > now || (time == now && rank > rank_);
  };
  return std::all_of(processes.begin(), processes.end(), [&](int process) {
    if (process == rank_) return true;
    const Seen& seen = seen_[static_cast<std::size_t>(process)];
    const SimTime time = bound(process);
    // At the same time as the one that it follows, but after it.
    const int rank = seen.follows && time == first_ ? first_rank_ : process;
    return comes_later(time, rank) && seen.changing > now;
  });
}

bool Horizon::is_tested_before(SimTime now, std::uint64_t tested) const {
  for (int process = 0; process < processes_; ++process) {
    const View& view = views_[process];
    const State state = seen_[static_cast<std::size_t>(process)].state;
    if (process == rank_ || (state != State::word && state != State::due)) continue;
    if (view.tested.load(std::memory_order_relaxed) != tested) continue;
    const SimTime since = view.clock.load(std::memory_order_acquire);
    if (since < now || (since == now && process < rank_)) return true;
  }
  return false;
}

}  // namespace revprof

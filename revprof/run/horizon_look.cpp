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
    seen_[p].turn_at = never;
    note_first(process);
  }
}

// What one does that has its turn may wake those that follow.
void Horizon::note_first(int process) {
  const auto p = static_cast<std::size_t>(process);
  const SimTime bound = std::min(bounds_[p], seen_[p].turn_at);
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
    seen.turn_at = never;
    bounds_[p] = never;
    if (seen.state == State::running) {
      bounds_[p] = view.clock.load(std::memory_order_acquire);
    } else if (seen.state == State::asks || seen.state == State::due) {
      bounds_[p] = view.own.load(std::memory_order_relaxed);
    } else if (seen.state == State::turn && process != rank_) {
      bounds_[p] = view.own.load(std::memory_order_relaxed);
      seen.turn_at = view.clock.load(std::memory_order_acquire);
      seen.word = view.tested.load(std::memory_order_relaxed);
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
    if (seen_[p].state == State::due || seen_[p].state == State::turn) continue;
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

// Of those that ask the first one may always go on. A lock may be this one's. One that runs may be
// in a wait that only the watch knows of.
bool Horizon::gets_on(int process) const {
  const Seen& seen = seen_[static_cast<std::size_t>(process)];
  if (bound(process) == never) return false;
  const bool is_first = process == first_rank_ && bound(process) == first_;
  if (seen.state == State::asks && is_first) return true;
  if (seen.follows) return false;
  if (seen.state == State::lock) return locks_ == 0;
  return seen.state != State::running || !watch_->may_wait(process);
}

int Horizon::gets_on_until(SimTime until) const {
  int first = -1;
  for (int process = 0; process < processes_; ++process) {
    const bool may_come = process != rank_ && bound(process) <= until && gets_on(process);
    if (may_come && (first < 0 || bound(process) < bound(first))) first = process;
  }
  return first;
}

int Horizon::comes_before(SimTime now, std::uint64_t word,
                          const std::vector<int>& processes) const {
  int first = -1;
  SimTime first_time = never;
  for (const int process : processes) {
    if (process == rank_) continue;
    const Seen& seen = seen_[static_cast<std::size_t>(process)];
    // One that waits for its turn does something with its word, and with others when it has ended.
    const bool same_word = word == any_word || seen.word == word;
    const bool takes_turn = seen.turn_at != never && same_word;
    const SimTime time = takes_turn ? seen.turn_at : bound(process);
    // At the same time as the one that it follows, but after it.
    const int rank = seen.follows && time == first_ ? first_rank_ : process;
    const bool is_later = time > now || (time == now && rank > rank_);
    if (is_later && seen.changing > now) continue;
    const SimTime earliest = std::min(time, seen.changing);
    if (first >= 0 && earliest >= first_time) continue;
    first_time = earliest;
    first = seen.follows && first_ != never ? first_rank_ : process;
  }
  return first;
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

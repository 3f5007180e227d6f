// SPDX-License-Identifier: BSD-3-Clause
// How long a process waits for what may be in vain.
#include <algorithm>

#include "revprof/run/give_way.hpp"
#include "revprof/run/horizon.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// What was waited in vain is a second in all and a twentieth of the run, so that no program gets
// much slower.
constexpr std::chrono::nanoseconds most_patience = 500ms, least_patience = 100us, allowance = 1s;
constexpr int share_of_run = 20;

// So long one that gets on may take for a step, on a core that it shares with many: one that loops
// over a plain store of this process looks the same, and never ends without it.
constexpr std::chrono::seconds most_without_a_step = 10s;

// After so many the library gets on with what is under way: a message of this process that is
// posted, and complete for it, may not have left, and the other one waits for that.
constexpr int looks_between_progress = 8;

// Most waits are over before.
constexpr int looks_before_sleep = 2;
// The library is to get on with what others wait for.
constexpr std::chrono::nanoseconds longest_sleep = 1ms;

}  // namespace

std::chrono::nanoseconds Horizon::patience_at(std::chrono::steady_clock::time_point now) const {
  const std::chrono::nanoseconds left = allowance + (now - opened_) / share_of_run - in_vain_;
  return left <= 0ns ? 0ns : std::clamp(left / 2, least_patience, most_patience);
}

// However busy the host is. Whom this one waits for, and what that one shows, may go to and fro
// without end: a step takes it further than it has ever been.
bool Horizon::Patience::makes_steps(int process, Time now) {
  reached_.resize(static_cast<std::size_t>(horizon_->processes()), -1);
  SimTime& furthest = reached_[static_cast<std::size_t>(process)];
  const SimTime reached = horizon_->reached(process);
  if (reached > furthest) step_ = now;
  furthest = std::max(furthest, reached);
  return now - step_ < most_without_a_step;
}

void Horizon::await_step(int process, SimTime from) {
  View& view = views_[process];
  const std::uint64_t turn = seen_[static_cast<std::size_t>(process)].turn;
  view.signal.await(from, longest_sleep, [&] {
    const SimTime clock = view.clock.load(std::memory_order_relaxed);
    const bool has_gone_on = clock >= from && clock > bound(process);
    return has_gone_on || view.turn.load(std::memory_order_relaxed) != turn;
  });
}

// It comes to its next step by itself.
bool Horizon::Patience::lasts(int process, SimTime from) {
  return lasts(process, from, process >= 0 && horizon_->gets_on(process));
}

// That one may have done all that it takes.
bool Horizon::Patience::lasts_for_message(int process) { return lasts(process, never, true); }

// Once the host has decided an order there is nothing to be saved any more; and one long wait in
// vain is enough for all.
bool Horizon::Patience::lasts(int process, SimTime from, bool is_sure) {
  if (is_over_) return false;
  const auto now = std::chrono::steady_clock::now();
  std::atomic<bool>& in_vain = horizon_->common_->has_waited_in_vain;
  is_sure = is_sure && !horizon_->has_lost_patience_ && !in_vain.load(std::memory_order_relaxed);
  if ((is_sure && makes_steps(process, now)) || since_ == Time{}) {
    since_ = now;
    most_ = horizon_->patience_at(now);
  }
  if (now - since_ >= most_) {
    horizon_->in_vain_ += now - since_;
    horizon_->has_lost_patience_ = true;
    if (is_sure) in_vain.store(true, std::memory_order_relaxed);
    is_over_ = true;
    return false;
  }
  const bool waits_for_step = process >= 0 && from != never;
  const bool sleeps = waits_for_step && looks_ >= looks_before_sleep && is_better_woken();
  if (++looks_ % looks_between_progress == 0 || sleeps) horizon_->team_->make_progress();
  if (sleeps) {
    horizon_->await_step(process, from);
  } else {
    yield_core();
  }
  return true;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Looks at the others' clocks until all of them have gone on.
#include "revprof/run/turn.hpp"

#include <algorithm>
#include <chrono>

#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

// So long one that does not wait may take for a step, on a core that it shares with many; but only
// until the host has decided an order, as nothing is to be saved then.
constexpr std::chrono::seconds most_without_a_step{10};
// The library yields by itself.
constexpr int looks_between_progress = 8;

}  // namespace

Turn await_turn(Run& run, const std::vector<int>& others, const std::function<void()>& progress,
                std::optional<SimTime> at) {
  if (!run.decides() || run.threaded) return Turn::unknown;
  const SimTime time = at.value_or(run.engine->now()[0]);
  Horizon& horizon = run.horizon;
  horizon.ask_for_turn();
  Horizon::Patience patience(horizon);
  auto since = std::chrono::steady_clock::now();
  SimTime first = 0;
  for (int looks = 0;; ++looks) {
    horizon.look();
    if (horizon.is_turn(time, others)) return Turn::own;
    const int last = *std::min_element(others.begin(), others.end(), [&](int a, int b) {
      return horizon.earliest(a) < horizon.earliest(b);
    });
    if (horizon.earliest(last) > first) since = std::chrono::steady_clock::now();
    first = horizon.earliest(last);
    // One that does not wait gets on, however busy its core is.
    const bool gets_on = !run.choices.has_lost_turn && horizon.gets_on(last) &&
                         !run.watch.may_wait(last) &&
                         std::chrono::steady_clock::now() - since < most_without_a_step;
    if (gets_on) patience = Horizon::Patience(horizon);
    if (!patience.lasts()) break;
    if (!is_core_busy() || looks % looks_between_progress == 0) progress();
  }
  run.choices.has_lost_turn = true;
  return Turn::lost;
}

}  // namespace revprof

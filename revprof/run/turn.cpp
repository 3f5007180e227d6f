// SPDX-License-Identifier: BSD-3-Clause
// Looks at the others' clocks until all of them have gone on.
#include "revprof/run/turn.hpp"

#include <chrono>

#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

// So long one that does not wait may take for a step, on a core that it shares with many: one that
// loops over a plain store of this process looks the same, and never ends without it. But only
// until the host has decided an order, as nothing is to be saved then.
constexpr std::chrono::seconds most_without_a_step{10};
// The library yields by itself.
constexpr int looks_between_progress = 8;

}  // namespace

Turn await_turn(Run& run, const std::vector<int>& others, const std::function<void()>& progress,
                std::optional<SimTime> at, const Deed& deed) {
  if (!run.decides() || run.threaded) return Turn::unknown;
  const SimTime time = at.value_or(run.engine->now()[0]);
  Horizon& horizon = run.horizon;
  horizon.ask_for_turn();
  if (deed.word != Horizon::any_word) horizon.wait_for_turn(time, deed.word, deed.end);
  Horizon::Patience patience(horizon);
  auto since = std::chrono::steady_clock::now();
  int last = -1;
  SimTime last_time = 0;
  for (int looks = 0;; ++looks) {
    horizon.look();
    const int before = horizon.comes_before(time, deed.word, others);
    if (before < 0) return Turn::own;
    const bool has_made_step = before != last || horizon.earliest(before) != last_time;
    if (has_made_step) since = std::chrono::steady_clock::now();
    last = before;
    last_time = horizon.earliest(before);
    const bool is_waited_for = !run.choices.has_lost_turn && horizon.gets_on(before) &&
                               std::chrono::steady_clock::now() - since < most_without_a_step;
    if (is_waited_for) patience = Horizon::Patience(horizon);
    if (!patience.lasts()) break;
    if (!is_core_busy() || looks % looks_between_progress == 0) progress();
  }
  run.choices.has_lost_turn = true;
  return Turn::lost;
}

}  // namespace revprof

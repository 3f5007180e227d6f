// SPDX-License-Identifier: BSD-3-Clause
// Looks at the others' clocks until all of them have gone on.
#include "revprof/run/turn.hpp"

#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

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
  for (int looks = 0;; ++looks) {
    horizon.look();
    const int before = horizon.comes_before(time, deed.word, others);
    if (before < 0) return Turn::own;
    if (!patience.lasts(before)) break;
    if (!is_core_busy() || looks % looks_between_progress == 0) progress();
  }
  return Turn::lost;
}

}  // namespace revprof

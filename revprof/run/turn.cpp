// SPDX-License-Identifier: BSD-3-Clause
// Looks at the others' clocks until all of them have gone on.
#include "revprof/run/turn.hpp"

namespace revprof {

Turn await_turn(Run& run, const std::vector<int>& others, std::optional<SimTime> at,
                const Deed& deed) {
  if (!run.decides() || run.threaded) return Turn::unknown;
  const SimTime time = at.value_or(run.engine->now()[0]);
  Horizon& horizon = run.horizon;
  horizon.ask_for_turn();
  if (deed.word != Horizon::any_word) horizon.wait_for_turn(time, deed.word, deed.end);
  Horizon::Patience patience(horizon);
  for (;;) {
    horizon.look();
    const int before = horizon.comes_before(time, deed.word, others);
    if (before < 0) return Turn::own;
    if (!patience.lasts(before)) break;
  }
  return Turn::lost;
}

}  // namespace revprof

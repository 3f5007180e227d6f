// SPDX-License-Identifier: BSD-3-Clause
// A time on every lane, and behind them, where a critical path is recorded, the place of its step.
#pragma once

#include <array>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// Owned by whoever has to remember it: a request, a collective on its way.
using Clock = std::vector<SimTime>;
// The engine's own.
using Instant = std::array<SimTime, max_lanes + 1>;

// f(lane) for every lane. Most runs have the default ones: a loop of known length costs half as
// much.
template <class F>
inline void each_of(std::size_t lanes, F f) {
  if (lanes == default_lanes) {
    for (std::size_t l = 0; l < default_lanes; ++l) f(l);
  } else {
    for (std::size_t l = 0; l < lanes; ++l) f(l);
  }
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// A time on every lane, and behind them, where a critical path is recorded, the place of its step.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// Owned by whoever has to remember it: a request, a collective on its way.
using Clock = std::vector<SimTime>;
// The engine's own.
using Instant = std::array<SimTime, max_lanes + 1>;

// Lanes, a bit each.
constexpr std::uint64_t every_lane = ~std::uint64_t{0};
static_assert(max_lanes <= 64);
inline bool has(std::uint64_t lanes, std::size_t lane) { return (lanes >> lane & 1) != 0; }

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

// ... for those of them.
template <class F>
inline void each_of(std::size_t lanes, std::uint64_t chosen, F f) {
  if (chosen == every_lane) return each_of(lanes, f);
  for (std::size_t l = 0; l < lanes; ++l) {
    if (has(chosen, l)) f(l);
  }
}

}  // namespace revprof

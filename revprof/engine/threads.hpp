// SPDX-License-Identifier: BSD-3-Clause
// What belongs to one thread of a process: its clocks, what it has spent, its messages under way.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "revprof/engine/engine.hpp"

namespace revprof {

struct Engine::Thread {
  std::tuple<Instant, Instant, Instant, Instant, std::array<double, max_lanes>, Instant, Posted,
             Pace, SendPort, ReceivePorts, Row, int, CallId, SimTime, SimTime, SimTime, SimTime,
             std::int64_t, EventSink*>
      values;
};

}  // namespace revprof

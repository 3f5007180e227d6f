// SPDX-License-Identifier: BSD-3-Clause
// Where a process's time went.
#pragma once

#include <array>
#include <cstdint>

#include "revprof/engine/sim_time.hpp"
#include "revprof/engine/source.hpp"

namespace revprof {

// What a lane has spent; their sum is its clock, exactly.
struct Spent {
  SimTime compute = 0, communication = 0, waiting = 0;
};

// What a call has cost on lane 0.
struct CallAccount {
  std::int64_t count = 0, bytes = 0;
  SimTime time = 0, waiting = 0;
  std::array<SimTime, source_count> time_by_source{};  // without waiting

  void add(std::int64_t more_bytes, SimTime more_time, SimTime more_waiting) {
    count += 1;
    bytes += more_bytes;
    time += more_time;
    waiting += more_waiting;
  }
};

}  // namespace revprof

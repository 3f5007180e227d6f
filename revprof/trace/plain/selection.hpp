// SPDX-License-Identifier: BSD-3-Clause
// Which part of a run is traced or converted: some of its processes, some of its time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

struct Selection {
  std::vector<std::pair<int, int>> ranks;  // first to last; empty: all processes
  SimTime from = 0, to = latest;           // what touches this stretch is kept, whole

  static constexpr SimTime latest = INT64_MAX;

  bool has_process(int rank) const;
  bool has(SimTime begin, SimTime end) const { return begin <= to && end >= from; }
};

// "all", or ranks in MPI_COMM_WORLD: "0-3,7". Throws std::runtime_error saying what was expected.
std::vector<std::pair<int, int>> parse_ranks(const std::string& text);

// "all", or "FROM-TO": "0.1s-0.2s", "150us-", "-2e-3"; seconds where no unit is named.
std::pair<SimTime, SimTime> parse_window(const std::string& text);

// A time: "0.1s", "150us", "2e-3"; seconds where no unit is named.
SimTime parse_time(const std::string& text);

}  // namespace revprof

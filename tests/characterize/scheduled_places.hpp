// SPDX-License-Identifier: BSD-3-Clause
// Which processes a schedule's cells are measured of.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "characterize/operation.hpp"
#include "characterize/schedule.hpp"

namespace revprof {

inline Options some(std::vector<std::string> calls) {
  Options options;
  options.calls = std::move(calls);
  options.bytes = {0, 8, 1024};
  return options;
}

// (class, first, stride, count)
using Place = std::tuple<int, int, int, int>;

inline std::set<Place> places(const Schedule& schedule) {
  std::set<Place> all;
  for (const ScheduledCell& cell : schedule.cells) {
    all.insert({cell.within, cell.ranks.first, cell.ranks.stride, cell.ranks.count});
  }
  return all;
}

}  // namespace revprof

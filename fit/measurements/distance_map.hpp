// SPDX-License-Identifier: BSD-3-Clause
// How far apart all pairs of places are, where distances are no blocks (a torus, a dragonfly).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace revprof {

// Of each pair of places the place that is as far from place 0: the equations of class "r apart"
// are of places 0 and r.
struct DistanceMap {
  std::vector<std::vector<int>> as_far;  // [a][b - a - 1] of a < b; empty: none was measured

  int places() const { return as_far.empty() ? 0 : static_cast<int>(as_far.size()) + 1; }
  // Of places that it does not know: as many as there are ranks between.
  int operator()(int low, int high) const {
    const bool known = low >= 0 && low < high && high < places();
    return known ? as_far[static_cast<std::size_t>(low)][static_cast<std::size_t>(high - low - 1)]
                 : high - low;
  }
};

// As measurements and journals write it: rows with ';' between them. Nothing: it is not one.
std::string text_of(const DistanceMap& map);
std::optional<DistanceMap> distance_map_in(const std::string& text);

}  // namespace revprof

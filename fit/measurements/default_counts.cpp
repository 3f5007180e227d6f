// SPDX-License-Identifier: BSD-3-Clause
// Three series of numbers, sorted.
#include "fit/measurements/default_counts.hpp"

#include <set>

namespace revprof {

std::vector<int> default_counts(int most) {
  std::set<int> counts = {most};
  for (int power = 1; power <= most / 2; power *= 2) {
    counts.insert({power, 2 * power});
    const int halfway = 3 * power;
    if (halfway <= most) counts.insert(halfway);
  }
  for (int side = 1; side <= most / (side * side); ++side) counts.insert(side * side * side);
  return {counts.begin(), counts.end()};
}

}  // namespace revprof

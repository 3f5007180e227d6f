// SPDX-License-Identifier: BSD-3-Clause
// The best ways to cut one range of processes into 1, 2, 3 or 4 ranges of sizes: dynamic
// programming.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/points.hpp"

namespace revprof {

// The cuts that leave the least loss for their number.
struct SizeBreaks {
  std::vector<std::int64_t> last_sizes;  // of each range, ascending
  double loss = 0;
  int parameters = 0;  // of all equations, and one for each cut
};

constexpr std::size_t most_size_ranges = 4;
constexpr std::size_t fewest_points = 5;  // in a range, unless there is one range only

// For one range, two, ... as far as the points suffice; never empty.
std::vector<SizeBreaks> best_size_breaks(const Points& points, int min_processes);

// The loss of given cuts on (other) points; parameters likewise.
SizeBreaks with_breaks(const Points& points, int min_processes,
                       const std::vector<std::int64_t>& last_sizes);

}  // namespace revprof

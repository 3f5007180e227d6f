// SPDX-License-Identifier: BSD-3-Clause
// Looks for jumps: both ends of an interval are off the line between their own neighbours, one
// above and the other below.
#include "characterize/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace revprof {

namespace {

constexpr double jump = 0.25;        // of log t; a smooth c + k d bends by 0.12 at most
constexpr double narrowest = 1.125;  // ratio of sizes that need not be told apart
constexpr double errors_apart = 3;
constexpr double one_end = 0.25;

// No bytes at all stand one doubling below one byte.
double position(std::int64_t bytes) { return std::log2(std::max(static_cast<double>(bytes), 0.5)); }

// How far a cell lies above the line between its neighbours, in log t.
double above(const SizeTime& before, const SizeTime& cell, const SizeTime& after) {
  const double share = (position(cell.bytes) - position(before.bytes)) /
                       (position(after.bytes) - position(before.bytes));
  const double low = std::log(before.seconds), high = std::log(after.seconds);
  return std::log(cell.seconds) - (low + share * (high - low));
}

}  // namespace

std::vector<std::int64_t> sizes_to_add(const std::vector<SizeTime>& line) {
  std::vector<SizeTime> seen;
  std::copy_if(line.begin(), line.end(), std::back_inserter(seen),
               [](const SizeTime& cell) { return cell.seconds > 0; });
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 1; i + 2 < seen.size(); ++i) {
    const SizeTime &low = seen[i], &high = seen[i + 1];
    const bool narrow = static_cast<double>(high.bytes) <=
                        narrowest * static_cast<double>(std::max<std::int64_t>(low.bytes, 8));
    if (narrow) continue;
    const double below = above(seen[i - 1], low, high), over = above(low, high, seen[i + 2]);
    const double noise = errors_apart * (low.relative_error + high.relative_error);
    // Beside the interval with the jump lie two of which only one end is off.
    const double less = std::min(std::abs(below), std::abs(over));
    const bool both =
        below * over < 0 && less > one_end * std::max(std::abs(below), std::abs(over));
    if (!both || std::abs(over - below) <= std::max(jump, noise)) continue;
    const double middle = std::exp2((position(low.bytes) + position(high.bytes)) / 2);
    sizes.push_back(static_cast<std::int64_t>(std::llround(middle)));
  }
  return sizes;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Looks for jumps: both ends of an interval are off the line between their own neighbours, one
// above and the other below. Those of a smooth c + k d are off to the same side.
#include "fit/measurements/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace revprof {

namespace {

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

// The nearest cell to one side of another; but what stands right beside it, to close in on another
// jump, says nothing of an interval that is so much wider.
const SizeTime* neighbour(const std::vector<SizeTime>& line, std::size_t place, int step,
                          double width) {
  constexpr double part = 0.125;
  const double at = position(line[place].bytes);
  for (auto i = static_cast<std::ptrdiff_t>(place) + step;
       i >= 0 && i < static_cast<std::ptrdiff_t>(line.size()); i += step) {
    const SizeTime& cell = line[static_cast<std::size_t>(i)];
    if (std::abs(position(cell.bytes) - at) >= part * width) return &cell;
  }
  return nullptr;
}

}  // namespace

std::vector<SizeInterval> jumps_of(const std::vector<SizeTime>& line, double least) {
  std::vector<SizeTime> seen;
  std::copy_if(line.begin(), line.end(), std::back_inserter(seen),
               [](const SizeTime& cell) { return cell.seconds > 0; });
  std::vector<SizeInterval> jumps;
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
    const SizeTime &low = seen[i], &high = seen[i + 1];
    const double width = position(high.bytes) - position(low.bytes);
    const SizeTime* const before = neighbour(seen, i, -1, width);
    const SizeTime* const after = neighbour(seen, i + 1, 1, width);
    if (before == nullptr || after == nullptr) continue;
    const double below = above(*before, low, high), over = above(low, high, *after);
    const double noise = errors_apart * (low.relative_error + high.relative_error);
    // Beside the interval with the jump lie two of which only one end is off.
    const double less = std::min(std::abs(below), std::abs(over));
    const bool both =
        below * over < 0 && less > one_end * std::max(std::abs(below), std::abs(over));
    if (both && std::abs(over - below) > std::max(least, noise)) {
      jumps.push_back({low.bytes, high.bytes});
    }
  }
  return jumps;
}

std::int64_t middle_of(const SizeInterval& interval) {
  return static_cast<std::int64_t>(
      std::llround(std::exp2((position(interval.low) + position(interval.high)) / 2)));
}

bool is_wide(const SizeInterval& interval) {
  return static_cast<double>(interval.high) >
         narrowest * static_cast<double>(std::max<std::int64_t>(interval.low, 8));
}

std::vector<std::int64_t> sizes_to_add(const std::vector<SizeTime>& line) {
  std::vector<std::int64_t> sizes;
  for (const SizeInterval& jump : jumps_of(line)) {
    if (is_wide(jump)) sizes.push_back(middle_of(jump));
  }
  return sizes;
}

}  // namespace revprof

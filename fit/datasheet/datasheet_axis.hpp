// SPDX-License-Identifier: BSD-3-Clause
// Logarithmic axes of the datasheet's graphs: range, ticks and the place of 0 bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

struct LogTick {
  double at = 0;
  std::string label;
};

struct LogAxis {
  double low = 1, high = 1;
  std::vector<LogTick> ticks;

  double share(double value) const;  // 0 at low, 1 at high
  double clamped(double value) const;
  std::string tick_positions()
      const;  // "-0.30103,0,1.2041": positions, as all of pgfplots' numbers
  std::string tick_labels() const;
};

// The place of a value on a logarithmic axis: its decimal logarithm.
std::string log_position(double value);

// Sizes have no logarithm at 0: it stands one doubling before the smallest size above it.
struct SizeAxis : LogAxis {
  double zero = 0.5;

  double at(std::int64_t bytes) const { return bytes == 0 ? zero : static_cast<double>(bytes); }
};

SizeAxis size_axis(std::int64_t low, std::int64_t smallest_positive, std::int64_t high);
LogAxis process_axis(int low, int high);
LogAxis time_axis(double low_microseconds, double high_microseconds);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Chooses ranges and ticks, few enough that labels never touch.
#include "fit/datasheet/datasheet_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

namespace {

constexpr int most_ticks = 6;
constexpr double fine_decades = 2.5;    // up to here 2 and 5 have ticks too
constexpr double least_time_range = 4;  // high / low: a constant time is a line, not noise

std::string compact_size(std::int64_t bytes) {
  constexpr std::array<const char*, 7> units = {"",      "\\,Ki", "\\,Mi", "\\,Gi",
                                                "\\,Ti", "\\,Pi", "\\,Ei"};
  std::size_t unit = 0;
  while (bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + units[unit];
}

// Powers of two between low and high, every n-th.
std::vector<std::int64_t> powers_of_two(double low, double high) {
  const int first = std::max(0, static_cast<int>(std::ceil(std::log2(low) - 1e-9)));
  const int last = std::min(62, static_cast<int>(std::floor(std::log2(high) + 1e-9)));
  const int count = std::max(0, last - first + 1);
  const int step = std::max(1, (count + most_ticks - 1) / most_ticks);
  std::vector<std::int64_t> powers;
  for (int exponent = first; exponent <= last; exponent += step) {
    powers.push_back(std::int64_t{1} << exponent);
  }
  return powers;
}

std::string time_label(double value) {
  if (value >= 1e6 || value < 1e-3) {
    return "$10^{" + std::to_string(static_cast<int>(std::lround(std::log10(value)))) + "}$";
  }
  return significant(value, 7);
}

std::string joined(const std::vector<LogTick>& ticks, bool labels) {
  std::string text;
  for (const LogTick& tick : ticks) {
    if (!text.empty()) text += ',';
    text += labels ? "{" + tick.label + "}" : log_position(tick.at);
  }
  return text;
}

}  // namespace

std::string log_position(double value) { return significant(std::log10(value), 5); }

double LogAxis::share(double value) const { return std::log(value / low) / std::log(high / low); }

double LogAxis::clamped(double value) const { return std::clamp(value, low, high); }

std::string LogAxis::tick_positions() const { return joined(ticks, false); }

std::string LogAxis::tick_labels() const { return joined(ticks, true); }

SizeAxis size_axis(std::int64_t low, std::int64_t smallest_positive, std::int64_t high) {
  SizeAxis axis;
  const auto start = static_cast<double>(std::max<std::int64_t>(smallest_positive, 1));
  axis.zero = start / 2;
  if (low == 0) axis.ticks.push_back({axis.zero, "0"});
  const double last = std::max(static_cast<double>(high), start);
  for (const std::int64_t power : powers_of_two(start, last)) {
    axis.ticks.push_back({static_cast<double>(power), compact_size(power)});
  }
  const double margin = std::pow(last / start, 0.03) * 1.2;
  axis.low = (low == 0 ? axis.zero : start) / margin;
  axis.high = last * margin;
  return axis;
}

LogAxis process_axis(int low, int high) {
  LogAxis axis;
  for (const std::int64_t power : powers_of_two(low, high)) {
    axis.ticks.push_back({static_cast<double>(power), std::to_string(power)});
  }
  if (axis.ticks.empty()) axis.ticks.push_back({static_cast<double>(low), std::to_string(low)});
  const double margin = std::pow(static_cast<double>(high) / low, 0.04) * 1.08;
  axis.low = low / margin;
  axis.high = high * margin;
  return axis;
}

LogAxis time_axis(double low_microseconds, double high_microseconds) {
  LogAxis axis;
  const double range = high_microseconds / low_microseconds;
  const double widen = std::sqrt(std::max(1.0, least_time_range / range)) * std::pow(range, 0.04);
  axis.low = low_microseconds / widen;
  axis.high = high_microseconds * widen;
  const double decades = std::log10(axis.high / axis.low);
  const int step = std::max(1, static_cast<int>(std::ceil(decades / most_ticks)));
  const int first = static_cast<int>(std::floor(std::log10(axis.low)));
  for (int exponent = first; std::pow(10, exponent) <= axis.high; ++exponent) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const bool shown = factor == 1 ? (exponent - first) % step == 0 : decades < fine_decades;
      const double value = factor * std::pow(10, exponent);
      if (shown && value >= axis.low && value <= axis.high) {
        axis.ticks.push_back({value, time_label(value)});
      }
    }
  }
  return axis;
}

}  // namespace revprof

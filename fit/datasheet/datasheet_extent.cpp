// SPDX-License-Identifier: BSD-3-Clause
// The measured range where something was measured, else the model's, at boundedly many places.
#include "fit/datasheet/datasheet_extent.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fit/datasheet/datasheet_equation.hpp"

namespace revprof {

namespace {

// low, high, and powers of two between, not crowding the ends.
template <typename Value>
std::vector<Value> sample(Value low, Value high) {
  std::vector<Value> values = {low};
  for (Value power = 1; power < high && power > 0; power = static_cast<Value>(power * 2)) {
    if (power > low) values.push_back(power);
    if (power > high / 2) break;
  }
  if (high > low) values.push_back(high);
  return values;
}

// Positions of equal ratio; more where there are more doublings, but boundedly many.
std::vector<double> logarithmic_steps(double low, double high, int most) {
  if (!(high > low)) return {low};
  const int count = std::clamp(static_cast<int>(std::log2(high / low) * 2) + 2, 3, most);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    values.push_back(low * std::pow(high / low, static_cast<double>(i) / (count - 1)));
  }
  values.back() = high;
  return values;
}

}  // namespace

Extent extent(const DistanceClass& equations, const std::vector<MeasuredPoint>& points) {
  Extent result;
  if (!points.empty()) {
    std::set<int> processes;
    std::set<std::int64_t> bytes;
    for (const MeasuredPoint& point : points) {
      processes.insert(point.processes);
      bytes.insert(point.bytes);
    }
    result.processes.assign(processes.begin(), processes.end());
    result.bytes.assign(bytes.begin(), bytes.end());
    return result;
  }
  int low_p = equations.regimes.front().min_processes, high_p = low_p;
  std::int64_t low_d = equations.regimes.front().min_bytes, high_d = low_d;
  for (const Regime& regime : equations.regimes) {
    low_p = std::min(low_p, regime.min_processes);
    high_p = std::max(high_p, regime.max_processes);
    low_d = std::min(low_d, regime.min_bytes);
    high_d = std::max(high_d, regime.max_bytes);
  }
  result.processes = sample(low_p, high_p);
  result.bytes = sample(low_d, high_d);
  return result;
}

Positions size_positions(const Regime& regime, const Extent& extent, const SizeAxis& axis) {
  const std::int64_t low = std::max(regime.min_bytes, extent.bytes.front());
  const std::int64_t high = std::min(regime.max_bytes, extent.bytes.back());
  Positions positions;
  if (low > high) return positions;
  if (low == 0) {
    positions.values.push_back(0);
    positions.places.push_back(axis.zero);
  }
  const double start = low == 0 ? axis.zero * 2 : static_cast<double>(low);
  if (start > static_cast<double>(high)) return positions;
  for (const double value : logarithmic_steps(start, static_cast<double>(high), 12)) {
    positions.values.push_back(value);
    positions.places.push_back(value);
  }
  return positions;
}

std::vector<double> process_positions(const Regime& regime, const Extent& extent) {
  const int low = std::max(regime.min_processes, extent.processes.front());
  const int high = std::min(regime.max_processes, extent.processes.back());
  if (low > high) return {};
  return logarithmic_steps(low, high, 9);
}

Axes axes(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
          const Extent& extent) {
  Axes result;
  const auto positive = std::upper_bound(extent.bytes.begin(), extent.bytes.end(), 0);
  result.bytes = size_axis(extent.bytes.front(), positive == extent.bytes.end() ? 1 : *positive,
                           extent.bytes.back());
  result.processes = process_axis(extent.processes.front(), extent.processes.back());
  double low = HUGE_VAL, high = 0;
  const auto include = [&](double seconds) {
    if (!(seconds > 0) || !std::isfinite(seconds)) return;
    low = std::min(low, seconds * microseconds);
    high = std::max(high, seconds * microseconds);
  };
  for (const MeasuredPoint& point : points) include(point.seconds);
  for (const Regime& regime : equations.regimes) {
    const Positions sizes = size_positions(regime, extent, result.bytes);
    for (const double p : process_positions(regime, extent)) {
      for (const double d : sizes.values) include(equation(regime, p, d));
    }
  }
  result.time = high > 0 ? time_axis(low, high) : time_axis(1, 1);
  return result;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The repetition rule: the confidence interval of the median is small enough.
#include "characterize/sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fit/model/estimate.hpp"

namespace revprof {

void Sample::add(const std::vector<double>& seconds) {
  sorted_.insert(sorted_.end(), seconds.begin(), seconds.end());
  std::sort(sorted_.begin(), sorted_.end());
}

double Sample::quantile(double part) const {
  const double place = part * static_cast<double>(sorted_.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted_.size() - 1);
  const double share = place - static_cast<double>(below);
  // Rounding must not lift a quantile above the value that it lies below.
  return std::min(sorted_[above], sorted_[below] + share * (sorted_[above] - sorted_[below]));
}

double Sample::relative_error() const {
  constexpr int fewest = 6;  // of 5 the smallest and the largest hold the median in 94 % only
  const double infinite = std::numeric_limits<double>::infinity();
  if (size() < fewest) return infinite;
  const double n = size(), half = normal_95 * std::sqrt(n) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - half)));
  const auto high = static_cast<std::size_t>(std::min(n - 1, std::ceil(n / 2 + half)));
  const double width = sorted_[high] - sorted_[low], middle = median();
  if (width == 0) return 0;
  return middle > 0 ? width / 2 / middle : infinite;
}

int Sample::outliers() const {
  constexpr double ranges = 3, least_part = 0.1;
  const double low = quantile(0.25), high = quantile(0.75);
  const double reach = std::max(ranges * (high - low), least_part * median());
  return static_cast<int>(std::count_if(sorted_.begin(), sorted_.end(), [&](double seconds) {
    return seconds < low - reach || seconds > high + reach;
  }));
}

bool Sample::identical() const {
  constexpr double same = 1e-3;
  return size() >= 2 && sorted_.back() - sorted_.front() <= same * median();
}

bool Sample::enough(const StopRule& rule) const {
  if (size() >= rule.max_repetitions || identical()) return true;
  return size() >= rule.min_repetitions && relative_error() <= rule.precision;
}

void CellTimes::add(const CellTimes& more) {
  latest.add(more.latest.seconds());
  root.add(more.root.seconds());
  overlap.add(more.overlap.seconds());
}

double overlap_part(double alone_seconds, double with_computation_seconds) {
  const double left = with_computation_seconds - alone_seconds;
  return std::clamp(1 - left / alone_seconds, 0.0, 1.0);
}

double of_one_call(double seconds, int calls, double resolution_seconds) {
  const auto picoseconds = [](double time) { return std::round(time * 1e12); };
  return picoseconds(seconds) < picoseconds(resolution_seconds) ? 0 : seconds / calls;
}

Measurement measurement(const CellTimes& times) {
  // Whole picoseconds: what lies below is arithmetic, and makes the file twice as long.
  const auto whole = [](double seconds) { return std::round(seconds * 1e12) / 1e12; };
  const Sample& sample = times.latest;
  Measurement cell;
  cell.repetitions = sample.size();
  cell.outliers = sample.outliers();
  cell.minimum = whole(sample.quantile(0));
  cell.percentile_5 = whole(sample.quantile(0.05));
  cell.lower_quartile = whole(sample.quantile(0.25));
  cell.median = whole(sample.median());
  cell.upper_quartile = whole(sample.quantile(0.75));
  cell.percentile_95 = whole(sample.quantile(0.95));
  cell.maximum = whole(sample.quantile(1));
  if (!times.root.empty()) cell.root = whole(times.root.median());
  if (!times.overlap.empty()) cell.overlap = std::round(times.overlap.median() * 1e3) / 1e3;
  return cell;
}

}  // namespace revprof

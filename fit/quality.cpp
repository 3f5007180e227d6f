// SPDX-License-Identifier: BSD-3-Clause
// Quality figures from the regime as it is written, so that they hold for what the reader sees.
#include "fit/quality.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fit/estimate.hpp"

namespace revprof {

namespace {

// Of sorted values; between two of them linear.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto lower = static_cast<std::size_t>(place);
  const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
  return sorted[lower] + (place - static_cast<double>(lower)) * (sorted[upper] - sorted[lower]);
}

}  // namespace

Quality quality_of(const Points& points, const Regime& regime) {
  constexpr double rounding = 1e-9;
  const DistanceClass alone{0, {regime}, std::nullopt};
  Quality quality;
  quality.points = static_cast<int>(points.size());
  std::vector<double> errors;
  int inside = 0;
  for (const Point& point : points) {
    const Estimate foretold = estimate(alone, point.processes, point.bytes);
    errors.push_back(std::abs(foretold.equation / point.seconds - 1));
    inside += foretold.low * (1 - rounding) <= point.seconds &&
              point.seconds <= foretold.high * (1 + rounding);
  }
  std::sort(errors.begin(), errors.end());
  quality.median_error = quantile(errors, 0.5);
  quality.p90_error = quantile(errors, 0.9);
  quality.max_error = errors.back();
  quality.coverage = static_cast<double>(inside) / static_cast<double>(points.size());
  return quality;
}

}  // namespace revprof

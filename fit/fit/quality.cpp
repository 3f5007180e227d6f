// SPDX-License-Identifier: BSD-3-Clause
// Quality figures from the regime as it is written, so that they hold for what the reader sees.
#include "fit/fit/quality.hpp"

#include <cmath>
#include <vector>

#include "fit/measurements/quantile.hpp"

namespace revprof {

bool band_holds(const Estimate& band, double seconds) {
  constexpr double rounding = 1e-9;
  return band.low * (1 - rounding) <= seconds && seconds <= band.high * (1 + rounding);
}

Quality quality_of(const Points& points, const Regime& regime) {
  const DistanceClass alone{0, {regime}, std::nullopt};
  Quality quality;
  quality.points = static_cast<int>(points.size());
  std::vector<double> errors;
  int inside = 0;
  for (const Point& point : points) {
    const Estimate foretold = estimate(alone, point.processes, point.bytes);
    errors.push_back(std::abs(foretold.equation / point.seconds - 1));
    inside += band_holds(foretold, point.seconds);
  }
  quality.median_error = quantile(errors, 0.5);
  quality.p90_error = quantile(errors, 0.9);
  quality.max_error = quantile(errors, 1);
  quality.coverage = static_cast<double>(inside) / static_cast<double>(points.size());
  return quality;
}

}  // namespace revprof

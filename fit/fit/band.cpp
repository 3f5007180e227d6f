// SPDX-License-Identifier: BSD-3-Clause
// Split-conformal where process counts can be left out: the band holds the wanted share of points
// that their own fit had not seen. Otherwise Student's t times the scatter.
#include "fit/fit/band.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "fit/fit/left_out.hpp"

namespace revprof {

namespace {

// The ceil((n + 1) * confidence)-th smallest; nothing when n is too small to promise that
// confidence.
std::optional<double> conformal_quantile(std::vector<double> sizes, double confidence) {
  const double rank = std::ceil(static_cast<double>(sizes.size() + 1) * confidence);
  if (rank > static_cast<double>(sizes.size())) return std::nullopt;
  const auto place = sizes.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(sizes.begin(), place, sizes.end());
  return *place;
}

std::vector<double> sizes_of(std::vector<double> residuals) {
  for (double& residual : residuals) residual = std::abs(residual);
  return residuals;
}

std::vector<double> residuals_of(const Points& points, const EquationFit& fit) {
  std::vector<double> residuals;
  for (const Point& point : points) residuals.push_back(fit.log_residual(point));
  return residuals;
}

double spread_of(const Points& points) {
  double sum = 0;
  for (const Point& point : points) sum += point.spread;
  return sum / static_cast<double>(points.size());
}

// The median of what so many degrees of freedom give for a deviation of 1.
double median_share(double freedom) {
  return std::sqrt(boost::math::median(boost::math::chi_squared(freedom)) / freedom);
}

// Half the width by the scatter of these and of others; nothing without a degree of freedom.
std::optional<double> half_width(const Scatter& own, const Scatter& others, double confidence) {
  const double freedom = own.freedom + others.freedom;
  if (freedom < 1) return std::nullopt;
  const double squares =
      own.freedom * std::pow(own.deviation, 2) + others.freedom * std::pow(others.deviation, 2);
  return student_t_quantile((1 + confidence) / 2, freedom) * std::sqrt(squares / freedom);
}

double scatter_band(const Points& points, const EquationFit& fit, const Scatter& others,
                    double confidence) {
  const std::optional<double> known = half_width(scatter_of(points, fit), others, confidence);
  // Without one neither these points nor others say anything; repetitions do.
  if (!known) return student_t_quantile((1 + confidence) / 2, infinity) * spread_of(points);
  return *known * std::sqrt(1 + fit.parameters() / static_cast<double>(points.size()));
}

}  // namespace

double student_t_quantile(double probability, double degrees_of_freedom) {
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), probability);
}

double log_scatter(const Points& points, const EquationFit& fit) {
  std::vector<double> sizes = sizes_of(residuals_of(points, fit));
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  const double count = static_cast<double>(points.size());
  const double freedom = std::max(1.0, count - fit.parameters());
  return deviation_from_median * *middle * std::sqrt(count / freedom);
}

Scatter scatter_of(const Points& points, const EquationFit& fit) {
  const double freedom = static_cast<double>(points.size()) - fit.parameters();
  return freedom < 1 ? Scatter() : Scatter{log_scatter(points, fit), freedom};
}

void OtherScatter::add(const Scatter& one) {
  if (one.freedom >= 1) all_.push_back(one);
}

Scatter OtherScatter::without(const Scatter& one) const {
  constexpr double few = 4;  // segments and calls differ by more than chance
  std::vector<double> deviations;
  double freedom = 0;
  bool left_out = one.freedom < 1;
  for (const Scatter& other : all_) {
    const bool itself = other.deviation == one.deviation && other.freedom == one.freedom;
    if (itself && !std::exchange(left_out, true)) continue;
    deviations.push_back(other.deviation / median_share(other.freedom));
    freedom += other.freedom;
  }
  if (deviations.empty()) return {};
  const auto middle = deviations.begin() + static_cast<std::ptrdiff_t>(deviations.size() / 2);
  std::nth_element(deviations.begin(), middle, deviations.end());
  return {*middle, std::min(freedom, few)};
}

double band_factor(const Range& range, const EquationFit& fit, const BandScatter<Scatter>& others,
                   double confidence) {
  double unseen = scatter_band(range.points, fit, others.points, confidence);
  if (process_counts(range.points).size() >= fewest_counts) {
    unseen = conformal_quantile(sizes_of(left_out_residuals(range, fit.form)), confidence)
                 .value_or(unseen);
  }
  // Never narrower than what the points themselves need.
  const std::vector<double> own = sizes_of(residuals_of(range.points, fit));
  const double needed =
      conformal_quantile(own, confidence).value_or(*std::max_element(own.begin(), own.end()));
  // The next run is one more launch, which differs from those that were measured.
  const double launch =
      half_width(launch_scatter(range.points), others.launches, confidence).value_or(0);
  return std::exp(std::hypot(std::max(unseen, needed), launch));
}

}  // namespace revprof

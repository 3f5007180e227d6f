// SPDX-License-Identifier: BSD-3-Clause
// Split-conformal where process counts can be left out: the band holds the wanted share of points
// that their own fit had not seen. Otherwise Student's t times the scatter.
#include "fit/fit/band.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <optional>

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

// Without a degree of freedom neither these points nor others say anything; repetitions do.
double scatter_band(const Points& points, const EquationFit& fit, const Scatter& others,
                    double confidence) {
  const double probability = (1 + confidence) / 2;
  const Scatter own = scatter_of(points, fit);
  const double freedom = own.freedom + others.freedom;
  if (freedom < 1) return student_t_quantile(probability, infinity) * spread_of(points);
  const double deviation = std::sqrt(
      (own.freedom * std::pow(own.deviation, 2) + others.freedom * std::pow(others.deviation, 2)) /
      freedom);
  const double count = static_cast<double>(points.size());
  return student_t_quantile(probability, freedom) * deviation *
         std::sqrt(1 + fit.parameters() / count);
}

double launch_band(const Points& points, double confidence) {
  const LaunchSpread launches = launch_spread(points);
  if (launches.degrees_of_freedom == 0) return 0;
  return launches.spread * student_t_quantile((1 + confidence) / 2, launches.degrees_of_freedom);
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
  squares_ += one.freedom * std::pow(one.deviation, 2);
  freedom_ += one.freedom;
}

Scatter OtherScatter::without(const Scatter& one) const {
  constexpr double few = 4;  // segments and calls differ by more than chance
  const double freedom = freedom_ - one.freedom;
  if (freedom < 1) return {};
  const double squares = std::max(squares_ - one.freedom * std::pow(one.deviation, 2), 0.0);
  return {std::sqrt(squares / freedom), std::min(freedom, few)};
}

double band_factor(const Range& range, const EquationFit& fit, const Scatter& others,
                   double confidence) {
  double half_width = scatter_band(range.points, fit, others, confidence);
  if (process_counts(range.points).size() >= fewest_counts) {
    half_width = conformal_quantile(sizes_of(left_out_residuals(range, fit.form)), confidence)
                     .value_or(half_width);
  }
  // Never narrower than what the points themselves need.
  const std::vector<double> own = sizes_of(residuals_of(range.points, fit));
  const double needed =
      conformal_quantile(own, confidence).value_or(*std::max_element(own.begin(), own.end()));
  // The next run is one more launch, which differs from those that were measured.
  return std::exp(std::hypot(std::max(half_width, needed), launch_band(range.points, confidence)));
}

}  // namespace revprof

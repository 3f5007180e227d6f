// SPDX-License-Identifier: BSD-3-Clause
// Leaving one process count out.
#include "fit/fit/left_out.hpp"

#include <algorithm>
#include <cmath>

namespace revprof {

namespace {

std::vector<double> residuals_at(const Range& range, const Form& form, int processes) {
  Effort effort;
  effort.huber = search_huber;
  effort.tolerance = 1e-4;
  const Points known = without_processes(range.points, processes);
  const EquationFit fit = fit_equation(known, form, range.corner(), effort);
  std::vector<double> residuals;
  for (const Point& point : range.points) {
    if (point.processes == processes) residuals.push_back(fit.log_residual(point));
  }
  return residuals;
}

std::optional<double> median_error(const std::vector<double>& residuals) {
  std::vector<double> errors;
  for (const double residual : residuals) errors.push_back(std::abs(std::exp(-residual) - 1));
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

}  // namespace

std::vector<double> left_out_residuals(const Range& range, const Form& form) {
  std::vector<double> all;
  for (const int processes : process_counts(range.points)) {
    const std::vector<double> residuals = residuals_at(range, form, processes);
    all.insert(all.end(), residuals.begin(), residuals.end());
  }
  return all;
}

std::optional<double> largest_left_out_error(const Range& range, const Form& form) {
  const std::vector<int> counts = process_counts(range.points);
  if (counts.size() < fewest_counts) return std::nullopt;
  return median_error(residuals_at(range, form, counts.back()));
}

std::optional<double> each_left_out_error(const Range& range, const Form& form) {
  if (process_counts(range.points).size() < fewest_counts) return std::nullopt;
  return median_error(left_out_residuals(range, form));
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Howell's recipe: no weights, no sign rules, no search.
#include "fit/fit/howell.hpp"

#include <algorithm>
#include <limits>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/least_squares.hpp"
#include "fit/fit/quality.hpp"
#include "fit/fit/regime_record.hpp"
#include "fit/fit/regimes.hpp"

namespace revprof {

namespace {

constexpr std::int64_t break_bytes = 32;
constexpr Signs no_rules = {{false, false, false}};

Rows rows_of(const Points& points, const Form& form) {
  const bool one_size = points.front().bytes == points.back().bytes;
  Rows rows(static_cast<Eigen::Index>(points.size()), 4);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Point& point = points[static_cast<std::size_t>(i)];
    const auto bytes = static_cast<double>(point.bytes);
    rows(i, 0) = 1;
    rows(i, 1) = startup_term(form.startup, point.processes);
    rows(i, 2) = one_size ? 0 : data_term(form.data, point.processes, bytes);
    rows(i, 3) = point.seconds;
  }
  return rows;
}

EquationFit least_chi_squared(const Points& points) {
  EquationFit best;
  best.loss = infinity;
  for (const Form& form : distinct_forms(points)) {
    const LeastSquares squares(rows_of(points, form));
    const LinearFit linear = squares.solve(no_rules);
    if (!(linear.squares < best.loss)) continue;
    best.form = form;
    best.coefficients = linear.coefficients;
    best.support = linear.support;
    best.loss = linear.squares;
    const double freedom = static_cast<double>(points.size()) - best.parameters();
    best.covariance =
        squares.unscaled_covariance(linear.support) * (linear.squares / std::max(1.0, freedom));
  }
  return best;
}

// Whether these points alone determine an equation, as many as it has coefficients.
bool suffices(const Points& points) {
  if (points.empty()) return false;
  const std::size_t needed = 1 + (process_counts(points).size() > 1) + (sizes(points).size() > 1);
  return points.size() >= needed && sizes(points).size() > 1;
}

Regime regime_of(const Range& range) {
  Regime regime = recorded(range, least_chi_squared(range.points));
  regime.quality = quality_of(range.points, regime);
  return regime;
}

}  // namespace

std::vector<Regime> fit_howell(const Series& series) {
  const std::vector<int> counts = process_counts(series.fitted);
  const Range all =
      range_of(series.fitted, counts.front(), counts.back(), series.min_bytes, series.max_bytes);
  if (series.min_bytes > break_bytes || series.max_bytes <= break_bytes) return {regime_of(all)};
  const Range small =
      range_of(series.fitted, counts.front(), counts.back(), series.min_bytes, break_bytes);
  const Range large =
      range_of(series.fitted, counts.front(), counts.back(), break_bytes + 1, series.max_bytes);
  if (!suffices(small.points) || !suffices(large.points)) return {regime_of(all)};
  return {regime_of(small), regime_of(large)};
}

}  // namespace revprof

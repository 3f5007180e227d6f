// SPDX-License-Identifier: BSD-3-Clause
// The QR of a range and one more size is the QR of the old triangle with the new rows below it.
#include "fit/fit/start_search.hpp"

#include <limits>

namespace revprof {

namespace {

double at(const Form& form, const Eigen::Vector3d& coefficients, const Corner& corner) {
  return coefficients[0] + coefficients[1] * startup_term(form.startup, corner.processes) +
         coefficients[2] *
             data_term(form.data, corner.processes, static_cast<double>(corner.bytes));
}

}  // namespace

StartSearch::StartSearch(const Points& points) {
  const auto count = static_cast<Eigen::Index>(points.size());
  seconds_.resize(count), log_seconds_.resize(count), weights_.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Point& point = points[static_cast<std::size_t>(i)];
    seconds_[i] = point.seconds;
    log_seconds_[i] = point.log_seconds;
    weights_[i] = point.weight;
  }
  roots_ = weights_.sqrt() / seconds_;
  for (const Form& form : distinct_forms(points)) {
    candidates_.push_back({form, Columns(count, 3), LeastSquares(Rows::Zero(4, 4))});
    Columns& columns = candidates_.back().columns;
    for (Eigen::Index i = 0; i < count; ++i) {
      const Point& point = points[static_cast<std::size_t>(i)];
      columns.row(i) << 1, startup_term(form.startup, point.processes),
          data_term(form.data, point.processes, static_cast<double>(point.bytes));
    }
  }
}

void StartSearch::begin_at(std::size_t first_point) {
  first_ = end_ = static_cast<Eigen::Index>(first_point);
  const Rows no_rows = Rows::Zero(4, 4);
  for (Candidate& candidate : candidates_) candidate.squares = LeastSquares(no_rows);
}

void StartSearch::extend_to(std::size_t end_point) {
  const Eigen::Index added = static_cast<Eigen::Index>(end_point) - end_;
  Rows rows(4 + added, 4);
  for (Candidate& candidate : candidates_) {
    rows.topRows<4>() = candidate.squares.triangle();
    rows.bottomLeftCorner(added, 3) =
        candidate.columns.middleRows(end_, added).array().colwise() * roots_.segment(end_, added);
    rows.bottomRightCorner(added, 1) =
        (seconds_.segment(end_, added) * roots_.segment(end_, added)).matrix();
    candidate.squares = LeastSquares(rows);
  }
  end_ += added;
}

double StartSearch::loss(const Candidate& candidate, const Eigen::Vector3d& coefficients,
                         double huber) const {
  const Eigen::Index count = end_ - first_;
  Eigen::ArrayXd size = (candidate.columns.middleRows(first_, count) * coefficients).array();
  if (!(size.minCoeff() > 0)) return infinity;
  size = (log_seconds_.segment(first_, count) - size.log()).abs();
  const auto inside = size.min(huber);
  return (weights_.segment(first_, count) * inside * (2 * size - inside)).sum();
}

Form StartSearch::best(const Corner& corner, double huber) const {
  Form best = candidates_.front().form;
  double least = infinity;
  for (const Candidate& candidate : candidates_) {
    const LeastSquares& squares = candidate.squares;
    Eigen::Vector3d coefficients = squares.solve({{false, true, true}}).coefficients;
    double loss = infinity;
    if (at(candidate.form, coefficients, corner) > 0) {
      loss = this->loss(candidate, coefficients, huber);
    }
    if (loss == infinity) {
      coefficients = squares.solve({{true, true, true}}).coefficients;
      loss = this->loss(candidate, coefficients, huber);
    }
    if (loss < least) least = loss, best = candidate.form;
  }
  return best;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Gauss-Newton on residuals of log t. Around the equation m of the last step log(y/m') is nearly
// (z - m') / m with z = m (1 + log(y/m)): linear least squares with weights 1 / m^2.
#include "fit/fit/equation_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace revprof {

namespace {

constexpr double huber_deviations = 1.345;      // 95 % efficiency for normal residuals
constexpr double smallest_deviation = 0.005;    // no tighter than half a per cent
constexpr double smallest_corner_share = 0.25;  // of the equation at the least measured p and d
constexpr int halvings = 12;

// The points' columns and times; the equation is columns * coefficients.
struct Problem {
  Eigen::Matrix<double, Eigen::Dynamic, 3> columns;
  Eigen::ArrayXd seconds, log_seconds, weights;

  Problem(const Points& points, const Form& form) {
    const auto count = static_cast<Eigen::Index>(points.size());
    columns.resize(count, 3);
    seconds.resize(count), log_seconds.resize(count), weights.resize(count);
    // One size alone cannot tell k from c.
    const bool one_size = points.front().bytes == points.back().bytes;
    for (Eigen::Index i = 0; i < count; ++i) {
      const Point& point = points[static_cast<std::size_t>(i)];
      columns(i, 0) = 1;
      columns(i, 1) = startup_term(form.startup, point.processes);
      columns(i, 2) =
          one_size ? 0 : data_term(form.data, point.processes, static_cast<double>(point.bytes));
      seconds[i] = point.seconds;
      log_seconds[i] = point.log_seconds;
      weights[i] = point.weight;
    }
  }

  // log(y/m); infinite where the equation is not positive.
  Eigen::ArrayXd residuals(const Eigen::Vector3d& coefficients) const {
    const Eigen::ArrayXd times = (columns * coefficients).array();
    if ((times <= 0).any()) return Eigen::ArrayXd::Constant(times.size(), infinity);
    return log_seconds - times.log();
  }

  double loss(const Eigen::ArrayXd& residuals, double huber) const {
    if (!(residuals.abs() < infinity).all()) return infinity;
    const Eigen::ArrayXd size = residuals.abs();
    const Eigen::ArrayXd inside = size.min(huber);
    return (weights * inside * (2 * size - inside)).sum();
  }

  Rows rows(const Eigen::ArrayXd& row_weights, const Eigen::ArrayXd& target) const {
    const Eigen::ArrayXd roots = row_weights.sqrt();
    Rows rows(columns.rows(), 4);
    for (Eigen::Index i = 0; i < 3; ++i) rows.col(i) = roots * columns.col(i).array();
    rows.col(3) = roots * target;
    return rows;
  }
};

double median(Eigen::ArrayXd values) {
  const Eigen::Index middle = values.size() / 2;
  std::nth_element(values.data(), values.data() + middle, values.data() + values.size());
  return values[middle];
}

double huber_from(const Eigen::ArrayXd& residuals) {
  const double deviation = deviation_from_median * median(residuals.abs());
  return huber_deviations * std::max(deviation, smallest_deviation);
}

EquationFit started(const Problem& problem, const Form& form, const Signs& signs) {
  const LeastSquares squares(
      problem.rows(problem.weights / problem.seconds.square(), problem.seconds));
  const LinearFit start = squares.solve(signs);
  EquationFit fit;
  fit.form = form;
  fit.coefficients = start.coefficients;
  fit.support = start.support;
  return fit;
}

// Steps to the minimum of the loss for one Huber threshold.
void descend(const Problem& problem, const Signs& signs, const Effort& effort, double huber,
             EquationFit& fit) {
  Eigen::ArrayXd residuals = problem.residuals(fit.coefficients);
  fit.loss = problem.loss(residuals, huber);
  for (int step = 0; step < effort.steps; ++step) {
    const Eigen::ArrayXd times = (problem.columns * fit.coefficients).array();
    const Eigen::ArrayXd robust = (huber / residuals.abs().max(1e-300)).min(1.0);
    const LeastSquares squares(
        problem.rows(problem.weights * robust / times.square(), times * (1 + residuals)));
    const LinearFit target = squares.solve(signs);
    double share = 1;
    double loss = infinity;
    Eigen::Vector3d next;
    for (int halving = 0; halving < halvings && !(loss < fit.loss); ++halving, share /= 2) {
      next = fit.coefficients + share * (target.coefficients - fit.coefficients);
      residuals = problem.residuals(next);
      loss = problem.loss(residuals, huber);
    }
    if (!(loss < fit.loss)) break;
    const bool settled = fit.loss - loss <= effort.tolerance * loss;
    fit.coefficients = next;
    fit.loss = loss;
    fit.support = {next[0] != 0, next[1] != 0, next[2] != 0};
    if (settled) break;
  }
}

void add_covariance(const Problem& problem, double huber, EquationFit& fit) {
  const Eigen::ArrayXd residuals = problem.residuals(fit.coefficients);
  const Eigen::ArrayXd times = (problem.columns * fit.coefficients).array();
  const Eigen::ArrayXd robust = problem.weights * (huber / residuals.abs().max(1e-300)).min(1.0);
  const LeastSquares squares(problem.rows(robust / times.square(), times));
  const double freedom = std::max(1.0, static_cast<double>(times.size()) - fit.parameters());
  const double variance = (robust * residuals.square()).sum() / freedom;
  fit.covariance = variance * squares.unscaled_covariance(fit.support);
}

Corner measured_corner(const Points& points) {
  Corner corner{points.front().processes, points.front().bytes};
  for (const Point& point : points) {
    corner.processes = std::min(corner.processes, point.processes);
    corner.bytes = std::min(corner.bytes, point.bytes);
  }
  return corner;
}

// Positive over the whole range, and not close to 0 just outside the measured points.
bool positive_at(const EquationFit& fit, const Corner& corner, const Corner& measured) {
  if (fit.coefficients[0] >= 0) return fit.loss < infinity;
  const double least = fit.seconds(corner.processes, static_cast<double>(corner.bytes));
  return fit.loss < infinity && least > 0 &&
         least >= smallest_corner_share *
                      fit.seconds(measured.processes, static_cast<double>(measured.bytes));
}

EquationFit descend_from_start(const Problem& problem, const Form& form, const Signs& signs,
                               const Effort& effort) {
  EquationFit fit = started(problem, form, signs);
  Eigen::ArrayXd residuals = problem.residuals(fit.coefficients);
  if (!(residuals.abs() < infinity).all()) {
    fit.loss = infinity;
    return fit;
  }
  if (effort.huber) {
    descend(problem, signs, effort, *effort.huber, fit);
    return fit;
  }
  // The threshold follows the scatter, which follows the fit.
  constexpr int rounds = 3;
  double huber = huber_from(residuals);
  for (int round = 0; round < rounds; ++round) {
    descend(problem, signs, effort, huber, fit);
    const double next = huber_from(problem.residuals(fit.coefficients));
    if (round + 1 < rounds) huber = next;
  }
  add_covariance(problem, huber, fit);
  return fit;
}

constexpr Signs c_free = {{false, true, true}};
constexpr Signs c_not_negative = {{true, true, true}};

}  // namespace

double EquationFit::seconds(double processes, double bytes) const {
  return coefficients[0] + coefficients[1] * startup_term(form.startup, processes) +
         coefficients[2] * data_term(form.data, processes, bytes);
}

double EquationFit::log_residual(const Point& point) const {
  return point.log_seconds - std::log(seconds(point.processes, static_cast<double>(point.bytes)));
}

EquationFit fit_equation(const Points& points, const Form& form, const Corner& corner,
                         const Effort& effort) {
  const Problem problem(points, form);
  EquationFit fit = descend_from_start(problem, form, c_free, effort);
  if (positive_at(fit, corner, measured_corner(points))) return fit;
  return descend_from_start(problem, form, c_not_negative, effort);
}

std::vector<Form> distinct_forms(const Points& points) {
  const bool one_count = process_counts(points).size() == 1;
  const bool one_size = sizes(points).size() == 1;
  if (one_count) return {{Startup::none, Data::d}};
  std::vector<Form> forms;
  for (const Form& form : all_forms()) {
    if (!one_size || form.data == Data::d) forms.push_back(form);
  }
  return forms;
}

double bayes_criterion(double loss, std::size_t points, int parameters) {
  constexpr double smallest_scatter = 1e-4;  // an exact fit is no better than 0.01 %
  const auto count = static_cast<double>(points);
  return count * std::log(loss / count + smallest_scatter * smallest_scatter) +
         parameters * std::log(count);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Fits one form to points: a robust fit of log t by Gauss-Newton steps (fit/README.md).
#pragma once

#include <Eigen/Core>
#include <limits>
#include <optional>

#include "fit/fit/least_squares.hpp"
#include "fit/fit/points.hpp"
#include "fit/model/form.hpp"

namespace revprof {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double deviation_from_median = 1.4826;  // of absolute normal residuals

// Smallest p and d of the range in which an equation must be positive: with s, k >= 0 it is least
// there.
struct Corner {
  int processes = 1;
  std::int64_t bytes = 0;
};

struct EquationFit {
  Form form;
  Eigen::Vector3d coefficients = Eigen::Vector3d::Zero();  // c, s, k
  Support support = {};
  double loss = 0;                                       // weighted Huber loss of log t
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();  // only from fit_equation

  int parameters() const { return support[0] + support[1] + support[2]; }
  double seconds(double processes, double bytes) const;
  double log_residual(const Point& point) const;  // log(measured / equation)
};

// How far to go. The search for regimes compares thousands of fits under one loss and needs no last
// digits.
struct Effort {
  int steps = 50;
  double tolerance = 1e-12;  // of the loss, relative
  std::optional<double>
      huber;  // residuals of log t beyond it count linearly; without it from the scatter
};

EquationFit fit_equation(const Points& points, const Form& form, const Corner& corner,
                         const Effort& effort);

// The forms that can be told apart on these points: all twelve, or one for each data function ("d"
// where there is one process count), and "d" alone where there is one size.
std::vector<Form> distinct_forms(const Points& points);

// n log(loss / n) + parameters log n: less is better.
double bayes_criterion(double loss, std::size_t points, int parameters);

}  // namespace revprof

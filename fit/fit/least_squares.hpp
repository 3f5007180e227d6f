// SPDX-License-Identifier: BSD-3-Clause
// Linear least squares for the three coefficients c, s and k, with sign rules.
#pragma once

#include <Eigen/Core>
#include <array>

namespace revprof {

// Which of c, s, k take part; the others are 0.
using Support = std::array<bool, 3>;

// Which of c, s, k must not be negative.
struct Signs {
  std::array<bool, 3> nonnegative = {false, true, true};
};

struct LinearFit {
  Eigen::Vector3d coefficients = Eigen::Vector3d::Zero();
  Support support = {};
  double squares = 0;  // sum of squared residuals
};

// One row per point: the columns of c, s and k, then the target; all times the root of the row's
// weight.
using Rows = Eigen::Matrix<double, Eigen::Dynamic, 4>;

// The problem reduced to a triangle by QR (never the normal matrix) after scaling the columns to
// length 1.
class LeastSquares {
 public:
  explicit LeastSquares(Rows rows);

  // The exact minimum under the sign rules: of all supports that obey them, the one with the least
  // squares.
  LinearFit solve(const Signs& signs) const;

  // Four rows that stand for all: the rows' triangle, scaled back.
  Eigen::Matrix4d triangle() const;

  // (X^T X)^-1 of the coefficients in the support, 0 elsewhere: D^-1 R^-1 R^-T D^-1.
  Eigen::Matrix3d unscaled_covariance(const Support& support) const;

 private:
  LinearFit solve_all() const;
  LinearFit solve_support(const Support& support) const;

  Eigen::Vector3d scale_;       // D, the columns' lengths; 0 for a column that is absent
  Eigen::Matrix3d triangle_;    // R
  Eigen::Vector3d projection_;  // Q^T y
  double rest_;  // length of the part of y that no combination of the columns reaches
};

}  // namespace revprof

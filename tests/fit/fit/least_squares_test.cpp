// SPDX-License-Identifier: BSD-3-Clause
// Linear least squares under sign rules, and its covariance.
#include "fit/fit/least_squares.hpp"

#include <gtest/gtest.h>

#include "fit/fit/band.hpp"

namespace revprof {

namespace {

// The columns 1, x and x^2 * 1e9, which differ by many orders of magnitude, at x = 1 ... 6.
Rows rows_for(double c, double s, double k) {
  Rows rows(6, 4);
  for (int i = 0; i < 6; ++i) {
    const double x = i + 1;
    rows.row(i) << 1, x, x * x * 1e9, c + s * x + k * x * x * 1e9;
  }
  return rows;
}

}  // namespace

TEST(LeastSquares, solves_exactly) {
  const LinearFit fit = LeastSquares(rows_for(-3, 2, 5e-9)).solve({});
  EXPECT_NEAR(fit.coefficients[0], -3, 1e-11);
  EXPECT_NEAR(fit.coefficients[1], 2, 1e-11);
  EXPECT_NEAR(fit.coefficients[2], 5e-9, 1e-20);
  EXPECT_NEAR(fit.squares, 0, 1e-20);
}

TEST(LeastSquares, puts_a_forbidden_coefficient_to_zero) {
  const LinearFit fit = LeastSquares(rows_for(30, -2, 5e-9)).solve({});
  EXPECT_EQ(fit.coefficients[1], 0);
  EXPECT_EQ(fit.support, (Support{true, false, true}));
  // The minimum over c and k alone.
  Rows two = rows_for(30, -2, 5e-9);
  two.col(1).setZero();
  const LinearFit expected = LeastSquares(two).solve({{false, false, false}});
  EXPECT_NEAR(fit.coefficients[0], expected.coefficients[0], 1e-11);
  EXPECT_NEAR(fit.coefficients[2], expected.coefficients[2], 1e-20);
  EXPECT_NEAR(fit.squares, expected.squares, 1e-9);
}

TEST(LeastSquares, c_is_free_unless_ruled) {
  EXPECT_LT(LeastSquares(rows_for(-3, 2, 5e-9)).solve({}).coefficients[0], 0);
  EXPECT_EQ(LeastSquares(rows_for(-3, 2, 5e-9)).solve({{true, true, true}}).coefficients[0], 0);
}

TEST(LeastSquares, covariance_of_a_mean_and_a_line) {
  Rows rows = rows_for(1, 0, 0);
  rows.col(1).setZero();
  rows.col(2).setZero();
  const Eigen::Matrix3d mean = LeastSquares(rows).unscaled_covariance({true, false, false});
  EXPECT_NEAR(mean(0, 0), 1.0 / 6, 1e-14);
  EXPECT_EQ(mean(1, 1), 0);
  // A line through x = 1 ... 6: variance of the slope 1 / sum (x - 3.5)^2.
  const Eigen::Matrix3d line =
      LeastSquares(rows_for(1, 2, 0)).unscaled_covariance({true, true, false});
  EXPECT_NEAR(line(1, 1), 1 / 17.5, 1e-13);
  EXPECT_NEAR(line(0, 1), -3.5 / 17.5, 1e-13);
}

TEST(StudentT, quantiles) {
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.7062, 1e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 10), 2.2281, 1e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 1e6), 1.9600, 1e-4);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// QR once for all supports: with at most three coefficients every subset can be tried.
#include "fit/fit/least_squares.hpp"

#include <Eigen/QR>
#include <cstddef>
#include <limits>

namespace revprof {

namespace {

// At most three columns of the triangle: no heap.
using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 3>;
constexpr Support all_three = {true, true, true};
constexpr double smallest_pivot = 1e-12;  // relative; less means that two columns are the same

Columns chosen(const Eigen::Matrix3d& triangle, const Support& support) {
  Columns columns(3, support[0] + support[1] + support[2]);
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (support[i]) columns.col(next++) = triangle.col(static_cast<Eigen::Index>(i));
  }
  return columns;
}

bool obeys(const LinearFit& fit, const Signs& signs) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (signs.nonnegative[i] && fit.coefficients[static_cast<Eigen::Index>(i)] < 0) return false;
  }
  return true;
}

}  // namespace

LeastSquares::LeastSquares(Rows rows) {
  for (Eigen::Index i = 0; i < 3; ++i) {
    scale_[i] = rows.col(i).norm();
    if (scale_[i] > 0) rows.col(i) /= scale_[i];
  }
  const Eigen::HouseholderQR<Eigen::Ref<Rows>> qr(rows);  // in place
  Eigen::Matrix4d upper = Eigen::Matrix4d::Zero();
  const Eigen::Index filled = std::min<Eigen::Index>(4, rows.rows());
  upper.topRows(filled) = qr.matrixQR().topRows(filled).triangularView<Eigen::Upper>();
  triangle_ = upper.topLeftCorner<3, 3>();
  projection_ = upper.topRightCorner<3, 1>();
  rest_ = upper(3, 3);
}

Eigen::Matrix4d LeastSquares::triangle() const {
  Eigen::Matrix4d rows = Eigen::Matrix4d::Zero();
  rows.topLeftCorner<3, 3>() = triangle_ * scale_.asDiagonal();
  rows.topRightCorner<3, 1>() = projection_;
  rows(3, 3) = rest_;
  return rows;
}

LinearFit LeastSquares::solve_support(const Support& support) const {
  LinearFit fit;
  fit.support = support;
  const Columns columns = chosen(triangle_, support);
  if (columns.cols() == 0) {
    fit.squares = rest_ * rest_ + projection_.squaredNorm();
    return fit;
  }
  const Eigen::HouseholderQR<Columns> qr(columns);
  for (Eigen::Index i = 0; i < columns.cols(); ++i) {
    if (std::abs(qr.matrixQR()(i, i)) < smallest_pivot) {
      fit.squares = std::numeric_limits<double>::infinity();
      return fit;
    }
  }
  const Eigen::VectorXd::PlainObject scaled = qr.solve(projection_);
  fit.squares = rest_ * rest_ + (projection_ - columns * scaled).squaredNorm();
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    if (support[i]) fit.coefficients[column] = scaled[next++] / scale_[column];
  }
  return fit;
}

// The usual case, without another QR.
LinearFit LeastSquares::solve_all() const {
  LinearFit fit;
  fit.support = all_three;
  fit.squares = rest_ * rest_;
  if (triangle_.diagonal().cwiseAbs().minCoeff() < smallest_pivot) {
    fit.squares = std::numeric_limits<double>::infinity();
    return fit;
  }
  const Eigen::Vector3d scaled = triangle_.triangularView<Eigen::Upper>().solve(projection_);
  fit.coefficients = scaled.cwiseQuotient(scale_);
  return fit;
}

LinearFit LeastSquares::solve(const Signs& signs) const {
  const Support present = {scale_[0] > 0, scale_[1] > 0, scale_[2] > 0};
  LinearFit best = present == all_three ? solve_all() : solve_support(present);
  // The minimum without rules, if it obeys them, is the minimum with them.
  if (std::isfinite(best.squares) && obeys(best, signs)) return best;
  best = solve_support({false, false, false});
  for (unsigned bits = 1; bits < 8; ++bits) {
    const Support support = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    if (support == present) {
      continue;
    }
    bool possible = true;
    for (std::size_t i = 0; i < 3; ++i) possible = possible && (present[i] || !support[i]);
    if (!possible) continue;
    const LinearFit fit = solve_support(support);
    if (fit.squares < best.squares && obeys(fit, signs)) best = fit;
  }
  return best;
}

Eigen::Matrix3d LeastSquares::unscaled_covariance(const Support& support) const {
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  const Columns columns = chosen(triangle_, support);
  if (columns.cols() == 0) return covariance;
  const Eigen::HouseholderQR<Columns> qr(columns);
  Columns inverse = Columns::Zero(3, columns.cols());  // of the support's triangle, in its top rows
  inverse.topRows(columns.cols()).setIdentity();
  const auto triangle = qr.matrixQR().topRows(columns.cols()).triangularView<Eigen::Upper>();
  const Eigen::MatrixXd root = triangle.solve(inverse.topRows(columns.cols()));
  const Eigen::MatrixXd product = root * root.transpose();
  std::array<Eigen::Index, 3> place{};
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (support[i]) place[static_cast<std::size_t>(count++)] = static_cast<Eigen::Index>(i);
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      const Eigen::Index row = place[static_cast<std::size_t>(i)];
      const Eigen::Index column = place[static_cast<std::size_t>(j)];
      covariance(row, column) = product(i, j) / (scale_[row] * scale_[column]);
    }
  }
  return covariance;
}

}  // namespace revprof

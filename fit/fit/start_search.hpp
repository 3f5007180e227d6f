// SPDX-License-Identifier: BSD-3-Clause
// The most promising form for a growing range of sizes: thousands of ranges are compared, so each
// new size only adds its own points to what is known of the range without it.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/least_squares.hpp"
#include "fit/fit/points.hpp"

namespace revprof {

class StartSearch {
 public:
  explicit StartSearch(const Points& points);

  void begin_at(std::size_t first_point);
  void extend_to(std::size_t end_point);  // exclusive

  // The form with the least Huber loss after linear least squares of relative errors (weights 1 /
  // t^2).
  Form best(const Corner& corner, double huber) const;

 private:
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3>;
  struct Candidate {
    Form form;
    Columns columns;       // of all points
    LeastSquares squares;  // of the range's rows
  };
  double loss(const Candidate& candidate, const Eigen::Vector3d& coefficients, double huber) const;

  std::vector<Candidate> candidates_;
  Eigen::ArrayXd roots_;  // of the rows' weights: sqrt(weight) / t
  Eigen::ArrayXd seconds_, log_seconds_, weights_;
  Eigen::Index first_ = 0, end_ = 0;
};

}  // namespace revprof

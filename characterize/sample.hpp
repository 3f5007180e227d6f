// SPDX-License-Identifier: BSD-3-Clause
// The times of a cell's repetitions, and when there are enough of them.
#pragma once

#include <string>
#include <vector>

#include "characterize/measurements.hpp"
#include "characterize/order.hpp"

namespace revprof {

class Sample {
 public:
  void add(const std::vector<double>& seconds);
  int size() const { return static_cast<int>(sorted_.size()); }
  bool empty() const { return sorted_.empty(); }
  const std::vector<double>& seconds() const { return sorted_; }
  double median() const { return quantile(0.5); }
  double quantile(double part) const;

  // Half the width of the median's 95 % confidence interval, as a part of the median. The interval
  // comes from order statistics and assumes no distribution; under 6 repetitions there is none
  // (infinity).
  double relative_error() const;
  // How many lie far from the rest: three interquartile ranges or more outside the quartiles
  // (Tukey's outer fences), and a tenth of the median at least.
  int outliers() const;
  // All repetitions took the same time, as they do in a simulator.
  bool identical() const;

  bool enough(const Rule& rule) const;

 private:
  std::vector<double> sorted_;
};

// The measurement that a sample makes; times below the clock's resolution are 0.
Measurement measurement(const Sample& sample, double resolution_seconds);

}  // namespace revprof

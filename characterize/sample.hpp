// SPDX-License-Identifier: BSD-3-Clause
// The times of a cell's repetitions, and when there are enough of them.
#pragma once

#include <string>
#include <vector>

#include "characterize/order.hpp"
#include "fit/measurements/measurements.hpp"

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

  bool enough(const StopRule& rule) const;

 private:
  std::vector<double> sorted_;
};

// What a cell's repetitions tell.
struct CellTimes {
  Sample latest;   // to the latest process's return; or that of the one that is timed
  Sample root;     // of a collective: to process 0's own return
  Sample overlap;  // of a nonblocking collective: the part that a computation hides
  void add(const CellTimes& more);
};

// The part of a call's time that is hidden where each process computes as long as the call alone
// takes, between its start and its wait (as OSU's and Intel's benchmarks define it).
double overlap_part(double alone_seconds, double with_computation_seconds);

// Of one of so many calls that took so long together: 0 where they are below the clock's
// resolution, all of them, as a part of what the clock shows may well be shorter.
double of_one_call(double seconds, int calls, double resolution_seconds);

// The measurement that a cell makes.
Measurement measurement(const CellTimes& times);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Artificial noise, outliers and drift in what is measured: tests on a simulated machine, where the
// truth is known, switch them on. No user needs them.
#pragma once

#include <cstdint>
#include <random>

namespace revprof {

// From REVPROF_CHARACTERIZE_DISTURBANCE, such as "noise=0.1 outliers=50 slowing=0.02 clocks=1e-5".
class Disturbance {
 public:
  Disturbance();

  bool bends_clocks() const { return clocks_ != 0; }
  // What this process's bent clock shows when the true one shows this.
  double clock(double seconds) const { return clocks_ == 0 ? seconds : bent(seconds); }
  // What a repetition that took this long is measured as.
  double time(double seconds);

 private:
  double bent(double seconds) const;
  double normal();

  double noise_ = 0;     // standard deviation of log t
  double outliers_ = 0;  // one in so many takes ten times as long
  double slowing_ = 0;   // after a thousand repetitions all take this much longer, as a part
  double clocks_ = 0;    // how fast clocks run apart
  double count_ = 0;     // repetitions so far
  std::mt19937_64 random_{1};
};

Disturbance& disturbance();

}  // namespace revprof

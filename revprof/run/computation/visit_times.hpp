// SPDX-License-Identifier: BSD-3-Clause
// How long a segment takes by the CPU's clock (compute = cpu): what its visits have in common, so
// that one that the host has disturbed is no prediction.
#pragma once

#include <array>
#include <cstddef>

namespace revprof {

struct LikelyTime {
  double low = 0, median = 0, high = 0;  // seconds; low and high are the quartiles
};

// Of sorted times, at least one.
LikelyTime quartiles(const double* times, std::size_t count);

// The visits of one segment.
class VisitTimes {
 public:
  // Another one has taken so long. Where enough of the latest are like it, their median; where it
  // is the odd one out of many, that of all of them; else what it has taken.
  LikelyTime likely(double seconds);

 private:
  static constexpr std::size_t kept = 32;
  std::array<double, kept> times_{};   // in a ring
  std::array<double, kept> sorted_{};  // the same
  std::size_t visits_ = 0;
};

}  // namespace revprof

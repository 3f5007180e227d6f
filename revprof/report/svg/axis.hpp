// SPDX-License-Identifier: BSD-3-Clause
// Where the ticks of an axis stand and what they say.
#pragma once

#include <string>
#include <vector>

namespace revprof {

struct Tick {
  double value;
  std::string label;
};

// The unit in which a time of that many seconds reads best.
struct TimeUnit {
  double seconds = 1;
  const char* name = "s";
};
TimeUnit time_unit(double seconds);

// Multiples of 1, 2 or 5 times a power of ten between from and to, about that many.
std::vector<Tick> linear_ticks(double from, double to, int about);

// Powers of ten; where there are fewer than three in the range also their multiples by 2 and 5.
std::vector<Tick> logarithmic_ticks(double from, double to);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The value below which a share of some values lies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace revprof {

// Between two values linear; share 0: the smallest, 0.5: the median. NaN of no values.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto lower = static_cast<std::size_t>(place);
  const std::size_t upper = std::min(lower + 1, values.size() - 1);
  return values[lower] + (place - static_cast<double>(lower)) * (values[upper] - values[lower]);
}

}  // namespace revprof

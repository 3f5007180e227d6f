// SPDX-License-Identifier: BSD-3-Clause
// Powers of two until one is not eager, then halving.
#include "characterize/eager_limit.hpp"

#include <algorithm>

namespace revprof {

FoundEagerLimit find_eager_limit(std::int64_t max_bytes,
                                 const std::function<bool(std::int64_t)>& eager) {
  std::int64_t below = 0, above = 1;
  while (eager(above)) {
    below = above;
    if (below == max_bytes) return {max_bytes, true};
    above = std::min(2 * above, max_bytes);
  }
  while (above - below > 1) {
    const std::int64_t middle = below + (above - below) / 2;
    (eager(middle) ? below : above) = middle;
  }
  return {below, false};
}

}  // namespace revprof

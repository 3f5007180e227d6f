// SPDX-License-Identifier: BSD-3-Clause
// Finds the largest message whose send returns before its receive is posted.
#pragma once

#include <cstdint>
#include <functional>

namespace revprof {

struct FoundEagerLimit {
  std::int64_t bytes = 0;
  bool at_least = false;  // even the largest message asked for was eager
};

// Asks whether messages of some size are eager; 0 where not even empty ones are. Knows no MPI.
FoundEagerLimit find_eager_limit(std::int64_t max_bytes,
                                 const std::function<bool(std::int64_t)>& eager);

}  // namespace revprof

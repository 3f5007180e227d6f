// SPDX-License-Identifier: BSD-3-Clause
// Whether a class of distances serves pairs that a prediction may ask for: those of a block, or
// those that no block holds.
#pragma once

#include <algorithm>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// `one` stands among the classes.
inline bool is_asked_for(const DistanceClass& one, const std::vector<DistanceClass>& classes,
                         const std::vector<int>& block_sizes) {
  const auto serves = [&](int block) { return &distance_class(classes, block) == &one; };
  return one.within < 0 || serves(0) || std::any_of(block_sizes.begin(), block_sizes.end(), serves);
}

}  // namespace revprof

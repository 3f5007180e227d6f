// SPDX-License-Identifier: BSD-3-Clause
// Which pairs are equally far apart, where distances are no blocks.
#pragma once

#include <vector>

#include "characterize/blocks.hpp"
#include "fit/measurements/distance_map.hpp"

namespace revprof {

// All pairs are timed: of more processes that takes too long.
constexpr int most_mapped = 128;

// Times that differ by less than a sixteenth are one distance. Of pairs of one distance each is as
// far as rank 0 and the rank of ranks_apart that is apart by about as many; where none of these is
// that far, as the first that is.
DistanceMap map_distances(int processes, const std::vector<int>& ranks_apart,
                          const PairTime& pair_time);

// At how many ranks apart pairs are to be measured: those, and all of the map that are in no block.
std::vector<int> told_apart(const std::vector<int>& ranks_apart, const DistanceMap& distances);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What computation takes, on each lane.
#pragma once

#include <array>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/source.hpp"

namespace revprof {

// Seconds, or what this host's seconds are multiplied with.
struct ComputationTimes {
  std::array<double, max_lanes> of_lane{};
  Source source = Source::measured;  // on the first lane
};

}  // namespace revprof

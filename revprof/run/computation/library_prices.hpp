// SPDX-License-Identifier: BSD-3-Clause
// What counted code's calls of libraries cost: as the machine's computation says, else as so many
// instructions.
#pragma once

#include <array>

#include "revprof/engine/lane.hpp"
#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/unit_times.hpp"

namespace revprof {

struct LibraryCharge {
  std::array<double, max_lanes> seconds{};  // of functions that the machine has times of
  bool takes_seconds = false;
  double instructions = 0;  // of the others
};
LibraryCharge charge_of(const LibraryTable& calls, UnitTimes& units);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What the measured cells say of (p, d), beside the equation. Nothing here allocates.
#pragma once

#include <cstdint>

#include "fit/model/model.hpp"

namespace revprof {

// The log residual, and how little is known of it, from 0 at a measured cell to 1 where no cell can
// tell.
struct Correction {
  double residual = 0, unknown = 1;
};

// Interpolated between the measured cells. Outside the measured sizes and below the smallest
// process count it fades to nothing; beyond the largest process count it stays. `regime` is the one
// that serves (p, d); the equations have cells.
Correction correction_at(const DistanceClass& equations, const Regime& regime, int processes,
                         std::int64_t bytes);

}  // namespace revprof

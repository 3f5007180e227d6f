// SPDX-License-Identifier: BSD-3-Clause
// Simulated time: 64-bit integer picoseconds, so that sums are exact and do not depend on their
// order (DESIGN section 2).
#pragma once

#include <cmath>
#include <cstdint>

namespace revprof {

using SimTime = std::int64_t;

constexpr SimTime picoseconds_per_second = 1'000'000'000'000;

inline SimTime from_seconds(double seconds) { return std::llround(seconds * 1e12); }
inline double to_seconds(SimTime time) { return static_cast<double>(time) / 1e12; }

}  // namespace revprof

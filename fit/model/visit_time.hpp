// SPDX-License-Identifier: BSD-3-Clause
// What a visit of a segment takes where q processes share the node, by a profile that was made
// with another number of them.
#pragma once

#include <cstdint>
#include <vector>

#include "fit/model/estimate.hpp"
#include "fit/model/profile.hpp"

namespace revprof {

// A segment as a profile has it; `touched` may be nullptr: nobody has looked.
struct ProfiledSegment {
  const DistanceClass* equations = nullptr;
  const std::vector<TouchedMemory>* touched = nullptr;
};

// By the segment's equations where they hold q, where nobody has looked at its memory or `node`,
// what the machine says of computation, is nullptr. Else the processes of a node share two things:
// the room of the last cache, and the way to main memory.
// 1. As much memory went through the last cache where fewer processes visited a larger segment: the
//    time is in proportion to that of the visit by which q0 processes touch as much together as q
//    now do, as far as such sizes were measured.
// 2. Memory hands out bytes at its own pace, which the node knows (seconds_of_byte), while
//    processors compute: a visit is no shorter than its bytes take, each of them once.
// Low and high: none of the time is memory's, all of it is. Memory that stays in the last cache
// changes nothing.
Estimate visit_time(const ProfiledSegment& segment, int q, std::int64_t work,
                    const Computation* node);

// Between the measured works, and on from the last two, in proportion to a power of the work.
double touched_bytes(const std::vector<TouchedMemory>& touched, double work);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How a clock came about: every time on it is another one plus the price of something. The chain of
// these steps, from the last one backwards, is the critical path.
#pragma once

#include <cstdint>

#include "revprof/engine/price.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// Where a step is kept: the rank of its process, and its number there.
using StepPlace = std::int64_t;
constexpr StepPlace nowhere = -1;
constexpr int bits_of_number = 40;
constexpr StepPlace place_of(int rank, std::int64_t number) {
  return (static_cast<StepPlace>(rank) << bits_of_number) | number;
}
constexpr int rank_of(StepPlace place) { return static_cast<int>(place >> bits_of_number); }
constexpr std::int64_t number_of(StepPlace place) {
  return place & ((std::int64_t{1} << bits_of_number) - 1);
}

struct PathStep {
  StepPlace from = nowhere;   // the time that this one continues; nowhere: 0
  SimTime time = 0;           // on the lane whose path it is
  SimTime primary = 0;        // lane 0's clock then
  StepPlace other = nowhere;  // the runner-up of a max, and how much earlier it would have been
  SimTime slack = -1;         // -1: there was none
  Price price;
  CallId made = CallId(0);  // the call that was being made
  std::int32_t site = -1;   // where in the program; -1: not known
};

// Consumers of steps (revprof/trace): they number them from 0.
class StepSink {
 public:
  virtual ~StepSink() = default;
  virtual void step(const PathStep& step) = 0;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How a clock came about: every time on it is another one plus the price of something. The chain of
// these steps, from the last one backwards, is the critical path.
#pragma once

#include <cstdint>

#include "revprof/calls/call.hpp"
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

// What a price is of.
enum class Item : std::uint8_t {
  equation,    // of `call`, for p and d
  own_part,    // of one to all: what the root does itself
  head_start,  // of a collective: what others have done before a late process came; negative
  fan_gap,     // the gap to a message to or from another process than the one before
  steps,       // computation that the program has announced
  cpu,         // computation that was measured
  tick,        // MPI_Wtime's
  outside      // what another program has spent before its message came
};

// Of an equation, so that another model has another price.
constexpr bool is_of_equation(Item item) { return item <= Item::fan_gap; }

// What is charged, so that any model can say how much it is: the key of a look-up in CostTable, but
// with ranks, of which every model makes its own distance.
struct Price {
  Item item = Item::equation;
  Call call = Call::transit;   // whose equation is asked for
  std::int32_t processes = 0;  // of a collective; of a pair: minus the crowd, as in CostTable
  std::int32_t lowest = 0, highest = 0;  // ranks in MPI_COMM_WORLD; -1: outside it
  std::int64_t bytes = 0;
  bool part = false;  // less than all of it: messages overlap in a port by a part of the gap
};

struct PathStep {
  StepPlace from = nowhere;   // the time that this one continues; nowhere: 0
  SimTime time = 0;           // on the lane whose path it is
  SimTime primary = 0;        // lane 0's clock then
  StepPlace other = nowhere;  // the runner-up of a max, and how much earlier it would have been
  SimTime slack = -1;         // -1: there was none
  Price price;
  Call made = Call::transit;  // the call that was being made
  std::int32_t site = -1;     // where in the program; -1: not known
};

// Consumers of steps (revprof/trace): they number them from 0.
class StepSink {
 public:
  virtual ~StepSink() = default;
  virtual void step(const PathStep& step) = 0;
};

}  // namespace revprof

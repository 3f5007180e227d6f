// SPDX-License-Identifier: BSD-3-Clause
// What is charged, so that any model can say how much it is.
#pragma once

#include <cstdint>

#include "revprof/calls/call_table.hpp"

namespace revprof {

// What a price is of.
enum class Item : std::uint8_t {
  equation,    // of `call`, for p and d
  own_part,    // of a collective: what a process does that waits for nobody, or its start
  head_start,  // of a collective: what others have done before a late process came; negative
  ahead,       // of one in rounds: what one saves that finds all news there; negative
  next,        // ... which follows another one: how long after that it is complete
  late_wait,   // of a nonblocking one: what is left for a Wait that comes when it could be complete
  fan_gap,     // the gap to a message from or to another process than the one before
  steps,       // computation that the program has announced
  cpu,         // computation that was measured
  tick,        // of a reading of the clock
  outside,     // what another program has spent before its message came
  counted,     // computation that counted itself, in instructions
  units,       // computation that was announced in units with a name
  profiled,    // a segment's computation, by its profile
  asleep,      // the program sleeps: as long on any machine
  asked        // it asks in a loop until something is there, on the lane by which it decides
};
constexpr const char* item_names[] = {  // as reports call them
    "equation",      "own part",  "head start",      "rounds saved",
    "next in a row", "late wait", "fan gap",         "compute steps",
    "CPU time",      "MPI_Wtime", "another program", "instructions",
    "units of work", "segments",  "asleep",          "asked"};
constexpr const char* name(Item item) { return item_names[static_cast<int>(item)]; }

// So many units of one time each, which is the lane's: so that another time of a unit is another
// price.
constexpr bool is_of_unit(Item item) { return item == Item::steps || item == Item::counted; }
constexpr bool is_computation(Item item) {
  return item == Item::steps || item == Item::cpu ||
         (item >= Item::counted && item <= Item::asleep);
}

// Of an equation, so that another model has another price.
constexpr bool is_of_equation(Item item) { return item <= Item::fan_gap; }

// Messages that leave a block together. Each leaves it as often as it is ranks apart, as the other
// processes of the block are taken to do what this one does: so many times in all, of so many
// messages of one process.
struct Crowd {
  static constexpr std::int32_t as_much = 8;  // eighths

  std::int32_t streams = 0;   // none: the message is alone
  std::int32_t messages = 0;  // of posted ones; none: blocking calls sent them, one after the other
  std::int32_t beside = as_much;  // what others send beside one, as this process hears
  std::int32_t missed = 0;        // of that, while this process waits for its turn
  // Its receiver does nothing until it is there. Where it is too long to be copied, its sender does
  // neither: of all processes, half send at a time.
  bool in_pairs = false;
};

// The key of a look-up in CostTable, but with ranks, of which every model makes its own distance.
struct Price {
  Item item = Item::equation;
  // Another part of it than 1: messages overlap in a port by a part of the gap, rounds of a
  // collective save some of it.
  bool part = false;
  bool in_pairs = false;    // as in Crowd
  CallId call = CallId(0);  // whose equation is asked for
  // p of a collective; of a message: minus the streams that it is among, of so many messages.
  std::int32_t processes = 0, messages = 0;
  std::int32_t lowest = 0, highest = 0;  // places; -1: outside MPI_COMM_WORLD
  std::int32_t beside = Crowd::as_much;  // as in Crowd; of a gap with what is missed, else without
  std::int64_t bytes = 0;

  bool of_pair() const { return processes <= 0; }
};

}  // namespace revprof

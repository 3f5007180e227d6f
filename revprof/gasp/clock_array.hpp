// SPDX-License-Identifier: BSD-3-Clause
// The clocks with which each thread has come to its last barriers and collectives, in memory that
// all threads share. Nobody waits for them: what UPC itself has waited for is there.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/run/latest_places.hpp"
#include "revprof/run/shared_memory.hpp"

namespace revprof {

class ClockArray {
 public:
  // Of all threads. False: they do not share memory.
  bool open(Team& team, const Engine& engine);
  void close() { memory_.close(); }

  // A clock with what PlacedClocks adds; `clock` has the engine's values.
  std::vector<SimTime> row_of(const SimTime* clock) const;
  // The own one at the meeting of that number, which is this event.
  void write(std::int64_t number, Call call, const std::vector<SimTime>& row);

  enum class Found {
    there,
    not_there,  // not yet, or forgotten
    other_call  // its meeting of that number was another event
  };
  // Makes `row` the latest of it and that thread's.
  Found merge(int thread, std::int64_t number, Call call, std::vector<SimTime>& row) const;

 private:
  using Word = std::atomic<std::int64_t>;
  enum Field { number_at, call_at, clock_at };

  Word* slot(int thread, std::int64_t number) const;

  SharedMemory memory_;
  int rank_ = 0;
  std::size_t values_ = 0;
  bool with_places_ = false;
  PlacedClocks placed_;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Wakes those that wait for a process's next step, in memory that all processes share. Who waits on
// a core that it shares leaves it to others meanwhile, and has it again as soon as there is
// something to see; where it only yields, each of them is asked in turn.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

class StepSignal {
 public:
  // By its process: it has made a step, and its clock says `now`.
  void step(SimTime now) {
    if (now >= wanted_.load(std::memory_order_relaxed)) wake();
  }
  // ... with which others may go on whatever its clock says.
  void step() {
    if (wanted_.load(std::memory_order_relaxed) != nobody) wake();
  }
  // By another one: sleeps until it has made one, whose clock says `from` or more, but no longer
  // than that; not where `is_over()` then. One that is missed costs that time.
  template <class IsOver>
  void await(SimTime from, std::chrono::nanoseconds longest, IsOver is_over) {
    const std::uint32_t steps = want(from);
    if (!is_over()) sleep(steps, longest);
  }

 private:
  static constexpr SimTime nobody = INT64_MAX;

  std::uint32_t want(SimTime from);
  void sleep(std::uint32_t steps, std::chrono::nanoseconds longest);
  void wake();

  std::atomic<SimTime> wanted_;  // at 0, as memory begins, the first step wakes nobody
  std::atomic<std::uint32_t> steps_;
};

}  // namespace revprof

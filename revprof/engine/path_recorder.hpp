// SPDX-License-Identifier: BSD-3-Clause
// Notes the steps of one process on one lane, and what the transfers of an epoch have cost.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "revprof/engine/path_step.hpp"

namespace revprof {

// A time and its step.
struct Placed {
  SimTime time = 0;
  StepPlace place = nowhere;
};

class PathRecorder {
 public:
  PathRecorder(int rank, std::size_t lane, StepSink& sink)
      : rank_(rank), lane_(lane), sink_(&sink) {}

  std::size_t lane() const { return lane_; }

  // A step more. One that takes no time is none: it stays where it was, unless another model may
  // give a late process a head start.
  Placed add(Placed from, SimTime cost, const Price& price);
  // A time that came from outside this program has a step of its own here.
  Placed known(Placed from);
  // The latest step at `won` was a max, whose runner-up came so much earlier.
  void won(StepPlace place, StepPlace other, SimTime slack);

  // What the next steps are charged for, and lane 0's clock before them.
  void making(CallId call) { made_ = call; }
  void at(std::int32_t site) { site_ = site; }
  void begin(SimTime primary) { primary_ = primary; }
  // Lane 0's clock after them, of which `here` is the last.
  void end(StepPlace here, SimTime primary) {
    if (PathStep* const step = kept(here)) step->primary = primary;
  }
  // No more steps come: the last ones are kept here until then.
  void finish();

  // What the transfers of an epoch have cost: `number` as new_epoch() gave it; 0: none.
  std::int64_t new_epoch();
  void add_to_epoch(std::int64_t number, const Price& price, SimTime cost) {
    epochs_[static_cast<std::size_t>(number - 1)].emplace_back(price, cost);
  }
  // Its steps.
  Placed add_epoch(Placed from, std::int64_t number);
  void end_epoch(std::int64_t number);

 private:
  static constexpr std::int64_t kept_steps = 8;  // more than any rule notes

  // nullptr where it is not one of the last.
  PathStep* kept(StepPlace place);
  std::size_t index(std::int64_t number) const {
    return static_cast<std::size_t>(number % kept_steps);
  }

  int rank_;
  std::size_t lane_;
  StepSink* sink_;
  std::int64_t count_ = 0, written_ = 0;  // steps that were noted, and those of the sink
  std::array<PathStep, kept_steps> last_;
  SimTime primary_ = 0;
  CallId made_ = CallId(0);
  std::int32_t site_ = -1;
  std::vector<std::vector<std::pair<Price, SimTime>>> epochs_;
  std::vector<std::int64_t> free_epochs_;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Notes the steps of one process on one lane, and where the times came from that are not on its
// clock yet: those of its ports, and of epochs.
#pragma once

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
  PathRecorder(int rank, std::size_t lane, std::size_t ports, StepSink& sink)
      : arrivals(ports), rank_(rank), lane_(lane), sink_(&sink) {}

  std::size_t lane() const { return lane_; }

  // The clock's own step.
  StepPlace here = nowhere;

  // A step more. One that takes no time is none: it stays where it was ...
  StepPlace add(Placed from, SimTime cost, const Price& price) {
    return cost == 0 ? from.place : keep(from, cost, price);
  }
  // ... unless another model may give it another time than one that is longer.
  StepPlace keep(Placed from, SimTime cost, const Price& price);
  // The same for the clock, against a runner-up that would have been there at other.time.
  void move(Placed from, SimTime cost, const Price& price, Placed other);
  // The clock takes over a time that has a step already.
  void join(Placed from, Placed other);
  // A time that came from outside this program has a step of its own here.
  Placed known(Placed from) {
    if (from.place != nowhere || from.time == 0) return from;
    return {from.time, add({}, from.time, {Item::outside, {}, 0, 0, 0, 0, false})};
  }

  // What the next steps are charged for, and lane 0's clock before them.
  void making(Call call) { made_ = call; }
  void at(std::int32_t site) { site_ = site; }
  void begin(SimTime primary) { primary_ = primary; }
  // Lane 0's clock after the last of them.
  void end(SimTime primary) {
    if (here == last_place()) last_.primary = primary;
  }
  // No more steps come: the last one is kept here until then.
  void finish();

  // When the sender's port is free: after `from`, by that price. A step only once somebody waits
  // for it.
  struct Free {
    Placed from;
    Price price;
    bool is_step = false;
  };
  Free port_free, port_free_for_others;

  // The receiver's port: the steps of Engine::Arrivals.
  struct Arrivals {
    StepPlace until = nowhere, before = nowhere;
  };
  std::vector<Arrivals> arrivals;

  // What the transfers of an epoch have cost: `number` as epoch() gave it.
  using Epoch = std::vector<std::pair<Price, SimTime>>;
  std::int64_t new_epoch();
  Epoch& epoch(std::int64_t number) { return epochs_[static_cast<std::size_t>(number - 1)]; }
  void end_epoch(std::int64_t number);

 private:
  StepPlace last_place() const { return number_ < 0 ? nowhere : place_of(rank_, number_); }

  int rank_;
  std::size_t lane_;
  StepSink* sink_;
  std::int64_t number_ = -1;  // of the last step
  PathStep last_;
  SimTime primary_ = 0;
  Call made_ = Call::transit;
  std::int32_t site_ = -1;
  std::vector<Epoch> epochs_;
  std::vector<std::int64_t> free_epochs_;
};

}  // namespace revprof

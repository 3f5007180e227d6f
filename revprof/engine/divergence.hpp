// SPDX-License-Identifier: BSD-3-Clause
// Where the lanes would not have agreed on what the program does: a receive from anybody takes one
// message for all lanes, but on another lane's clocks a different one would have been there first.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

// Which message another lane would have taken shows later, when a receive takes it: on that lane it
// was there before one that an earlier receive has taken, which could have taken it. (What is sent
// only because of that earlier message is later on every lane.) So nothing has to be known of
// messages that are not received yet, and a message counts once, whatever it overtakes.
class Divergences {
 public:
  static constexpr int any_tag = -1;

  explicit Divergences(int lanes) : counts_(static_cast<std::size_t>(lanes)) {}

  // A receive or probe from anybody, with `asked` as its tag, has taken the message with `tag` from
  // `source`; arrivals[lane] says when it was there.
  void took(int communicator, int asked, int source, int tag, const SimTime* arrivals);

  // Messages that were there, on this lane, before one that was taken earlier.
  std::int64_t on_lane(int lane) const { return counts_[static_cast<std::size_t>(lane)]; }
  // ... on any lane.
  std::int64_t on_any_lane() const { return on_any_lane_; }

 private:
  // The latest arrival on a lane so far, and the latest one from another source than that: messages
  // from one source come in order whatever the lane.
  struct Latest {
    SimTime arrival = -1, of_others = -1;
    int source = -1;

    SimTime besides(int other) const { return source == other ? of_others : arrival; }
    void add(int from, SimTime at);
  };

  std::map<std::pair<int, int>, std::vector<Latest>> taken_;  // by communicator and tag asked for
  std::vector<std::int64_t> counts_;
  std::int64_t on_any_lane_ = 0;
};

}  // namespace revprof

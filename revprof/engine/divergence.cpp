// SPDX-License-Identifier: BSD-3-Clause
// Counts the messages that were taken in another order than a lane's own.
#include "revprof/engine/divergence.hpp"

#include <algorithm>

namespace revprof {

void Divergences::Latest::add(int from, SimTime at) {
  if (from == source) {
    arrival = std::max(arrival, at);
  } else if (at > arrival) {
    of_others = arrival;
    arrival = at;
    source = from;
  } else {
    of_others = std::max(of_others, at);
  }
}

void Divergences::took(int communicator, int asked, int source, int tag, const SimTime* arrivals) {
  const std::size_t lanes = counts_.size();
  bool on_any = false;
  for (std::size_t l = 0; l < lanes; ++l) {
    bool overtaken = false;
    for (const int could_ask : {tag, any_tag}) {
      const auto earlier = taken_.find({communicator, could_ask});
      if (earlier == taken_.end()) continue;
      overtaken = overtaken || arrivals[l] < earlier->second[l].besides(source);
    }
    counts_[l] += overtaken;
    on_any = on_any || overtaken;
  }
  on_any_lane_ += on_any;
  auto& latest = taken_[{communicator, asked}];
  latest.resize(lanes);
  for (std::size_t l = 0; l < lanes; ++l) latest[l].add(source, arrivals[l]);
}

}  // namespace revprof

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
  const auto of_tag = taken_.find({communicator, tag});
  const auto of_any = taken_.find({communicator, any_tag});
  for (std::size_t l = 0; l < lanes; ++l) {
    const auto overtakes = [&](const auto& earlier) {
      return earlier != taken_.end() && arrivals[l] < earlier->second[l].besides(source);
    };
    const bool overtaken = overtakes(of_tag) || overtakes(of_any);
    counts_[l] += overtaken;
    on_any = on_any || overtaken;
  }
  on_any_lane_ += on_any;
  auto& latest = taken_[{communicator, asked}];
  latest.resize(lanes);
  for (std::size_t l = 0; l < lanes; ++l) latest[l].add(source, arrivals[l]);
}

}  // namespace revprof

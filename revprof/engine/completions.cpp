// SPDX-License-Identifier: BSD-3-Clause
// Several receives that one call completes. A library takes in what comes as it comes, wherever its
// request stands in the array, and what it does for one message it does while others are still on
// their way. So they are completed in the order in which they can be here, which each lane's
// machine has for itself.
#include <algorithm>
#include <numeric>
#include <utility>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::complete_receives(const Received* receives, std::size_t count) {
  const auto complete = [&](const Received& r) {
    complete_receive(r.receive, r.bytes, *r.posted, *r.message, r.tag, r.communicator, r.request);
  };
  if (count == 1) return complete(receives[0]);
  std::vector<Instant> coming(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Received& r = receives[i];
    const Quote whole = pair_quote(r.receive, r.bytes, r.message->source);  // as if alone
    const Bid here(r.message->sent, whole, Part::transit);
    for (std::size_t l = 0; l < lanes_; ++l) coming[i][l] = here.time(l);
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::uint64_t left = every_lane >> (max_lanes - lanes_); left != 0; left &= ~at_work_) {
    std::size_t lane = 0;
    while (!has(left, lane)) ++lane;
    const auto before_on = [&](std::size_t l) {
      return [&coming, l](std::size_t a, std::size_t b) {
        return std::pair(coming[a][l], a) < std::pair(coming[b][l], b);
      };
    };
    std::sort(order.begin(), order.end(), before_on(lane));
    at_work_ = 0;
    for (std::size_t l = lane; l < lanes_; ++l) {
      const bool same = has(left, l) && std::is_sorted(order.begin(), order.end(), before_on(l));
      at_work_ |= std::uint64_t{same} << l;
    }
    for (const std::size_t i : order) complete(receives[i]);
  }
  at_work_ = every_lane;
}

}  // namespace revprof

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

namespace {

// Which request of those that name nobody has which message, the host decides; so they are taken by
// who has sent them.
std::vector<Engine::Received> by_source(const Engine::Received* receives, std::size_t count) {
  std::vector<Engine::Received> sorted(receives, receives + count);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Engine::Received& a, const Engine::Received& b) {
                     return a.message->source < b.message->source;
                   });
  return sorted;
}

}  // namespace

void Engine::complete(const Received& received, Crowd crowd) {
  const Stamp& message = *received.message;
  const Quote whole =
      pair_quote(costs_.calls().roles.receive, received.bytes, message.source, crowd);
  Instant arrival;
  const Bid message_here = take(whole, message, crowd, arrival);
  const SimTime arrived_at = message_here.time(0);
  settle({Bid(now_.data(), whole, Part::completion), message_here,
          Bid(received.posted->data(), whole, Part::own)},
         message.sent,
         std::max({whole.source(Part::own), whole.source(Part::completion),
                   whole.source(Part::transit)}),
         whole.spread(Part::transit));
  posted_.complete();
  arrived(message, arrived_at, received.bytes, received.tag, received.communicator,
          received.request);
}

void Engine::complete_receives(const Received* asked, std::size_t count) {
  if (frozen_) return;
  if (count == 1) {
    hear(*asked->message);
    return complete(*asked, crowd_of_posted(asked->message->source, 0));
  }
  const std::vector<Received> receives = by_source(asked, count);
  for (const Received& each : receives) hear(*each.message);
  const auto is_of_other = [&](const Received& r) { return is_other(r.message->source); };
  auto following = static_cast<int>(std::count_if(receives.begin(), receives.end(), is_of_other));
  std::vector<Crowd> crowds(count);  // in an order that all lanes have
  std::vector<SimTime> coming(count * lanes_);
  for (std::size_t i = 0; i < count; ++i) {
    const Received& r = receives[i];
    if (is_of_other(r)) crowds[i] = crowd_of_posted(r.message->source, --following);
    const Quote whole =
        pair_quote(costs_.calls().roles.receive, r.bytes, r.message->source);  // as if alone
    Bid(r.message->sent, whole, Part::transit).times(lanes_, &coming[i * lanes_]);
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::uint64_t left = every_lane >> (max_lanes - lanes_); left != 0; left &= ~at_work_) {
    std::size_t lane = 0;
    while (!has(left, lane)) ++lane;
    const auto before_on = [&](std::size_t l) {
      const auto key = [&, l](std::size_t i) { return std::pair(coming[i * lanes_ + l], i); };
      return [key](std::size_t a, std::size_t b) { return key(a) < key(b); };
    };
    std::sort(order.begin(), order.end(), before_on(lane));
    at_work_ = 0;
    for (std::size_t l = lane; l < lanes_; ++l) {
      const bool same = has(left, l) && std::is_sorted(order.begin(), order.end(), before_on(l));
      at_work_ |= std::uint64_t{same} << l;
    }
    for (const std::size_t i : order) complete(receives[i], crowds[i]);
  }
  at_work_ = every_lane;
}

}  // namespace revprof

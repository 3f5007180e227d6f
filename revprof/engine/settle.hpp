// SPDX-License-Identifier: BSD-3-Clause
// The one evaluator of bids: who wins, what is booked, and the step of the critical path.
#pragma once

#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

template <std::size_t count>
inline void Engine::settle(const Bid (&bids)[count], const SimTime* ready, Source rest,
                           const double* spread, Placed second) {
  const SimTime begin = now_[0];
  if (path_ != nullptr && has(at_work_, path_->lane())) note(bids, second);
  Instant times[count];
  for (std::size_t i = 0; i < count; ++i) bids[i].times(lanes_, times[i].data());
  each_of(lanes_, at_work_, [&](std::size_t l) {
    const SimTime now = now_[l];
    SimTime end = times[0][l];
    for (std::size_t i = 1; i < count; ++i) end = std::max(end, times[i][l]);
    const SimTime waiting =
        ready == nullptr ? 0 : std::clamp<SimTime>(ready[l] - now, 0, end - now);
    waiting_[l] += waiting;
    communication_[l] += end - now - waiting;
    now_[l] = end;
    clock_bits_ |= end;
    if (spread != nullptr && spread[l] > 0) scatter(l, spread[l], end - now - waiting);
  });
  book(rest, begin);
}

inline void Engine::charge(const Quote& quote, Part part) {
  settle({Bid(now_.data(), quote, part)}, nullptr, quote.source(Part::own),
         quote.spread(Part::own));
}

inline void Engine::evaluate(const Bid& bid, SimTime* clock) {
  bid.times(lanes_, clock);
  if (path_ != nullptr) clock[lanes_] = place(bid).place;
}

// The steps of a bid's prices.
inline Placed Engine::place(const Bid& bid) {
  const std::size_t lane = path_->lane();
  const bool here = bid.from == now_.data();
  Placed at = {bid.from[lane], bid.from[lanes_]};
  if (!here) at = path_->known(at);
  if (bid.first != nullptr)
    at = path_->add(at, bid.first[lane], bid.quote->price_of(bid.first_part));
  if (bid.second != nullptr) {
    at = path_->add(at, bid.second[lane], bid.quote->price_of(bid.second_part));
  }
  if (bid.epoch != nullptr) at = path_->add_epoch(at, bid.epoch[lanes_]);
  return at;
}

// Of several that come at the same time the first one wins that is known. `second`: a runner-up
// of the same price as the winner.
template <std::size_t count>
inline void Engine::note(const Bid (&bids)[count], Placed second) {
  const std::size_t lane = path_->lane();
  const Bid *winner = nullptr, *loser = nullptr;
  const auto beats = [&](const Bid& a, const Bid* b) {
    if (b == nullptr || a.time(lane) != b->time(lane)) {
      return b == nullptr || a.time(lane) > b->time(lane);
    }
    return b->from[lanes_] == nowhere && a.from[lanes_] != nowhere;
  };
  for (const Bid& bid : bids) {
    if (beats(bid, winner)) {
      loser = winner;
      winner = &bid;
    } else if (beats(bid, loser)) {
      loser = &bid;
    }
  }
  const SimTime end = winner->time(lane);
  Placed other = second;
  if (loser != nullptr && !loser->silent && loser->time(lane) > second.time) {
    // One that would have had the same price is told by its place alone.
    const bool same = loser->first == winner->first && loser->second == winner->second;
    other = same ? Placed{loser->time(lane), loser->from[lanes_]} : place(*loser);
  }
  now_[lanes_] = place(*winner).place;
  if (other.time >= 0) path_->won(now_[lanes_], other.place, end - other.time);
}

}  // namespace revprof

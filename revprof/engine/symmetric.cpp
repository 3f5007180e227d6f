// SPDX-License-Identifier: BSD-3-Clause
// The rules of symmetric memory: the origin pays for a put, whose flight takes a message's time,
// and waits for it where it has to be there (OpenSHMEM 1.4, sections 9.5 to 9.11).
#include <algorithm>

#include "revprof/engine/settle.hpp"

namespace revprof {

// When it leaves and when it is there. Among how many it is, its origin knows.
void Engine::fly(CallId cost, std::int64_t bytes, int peer, const Clock& floor, Flight& flight) {
  flight.sent = flight.arrival = clock();
  if (frozen_) return;
  const bool leaves = peer != rank_;
  SimTime* const sent = flight.sent.data();
  if (leaves) {
    note_send(peer, bytes, false);
    send_port_.leave(lanes_, now_.data(), receiver(peer), sent, path_.get());
    send_port_.hold_for(receiver(peer), lanes_, sent, pair_quote(cost, bytes, peer), path_.get());
  }
  const Quote message = pair_quote(cost, bytes, peer, leaves ? posted_.all() : Crowd());
  evaluate(Bid(sent, message, leaves ? Part::transit : Part::own), flight.arrival.data());
  flight.arrival = later(std::move(flight.arrival), floor);
  if (leaves) send_port_.hold_for_others(lanes_, sent, message, path_.get());
}

void Engine::put(CallId cost, std::int64_t bytes, int peer, const Clock& floor, Flight& flight) {
  fly(cost, bytes, peer, floor, flight);
  post(cost, bytes, peer);
}

void Engine::post_put(CallId cost, std::int64_t bytes, int peer, const Clock& floor,
                      Flight& flight) {
  const Clock done = post_transfer(cost, bytes, peer);
  fly(cost, bytes, peer, floor, flight);
  flight.arrival = later(std::move(flight.arrival), done);
}

void Engine::quiet(CallId cost, const Clock& pending) {
  if (frozen_) return;
  const Quote whole = pair_quote(cost, 0, rank_);
  Bid there(pending.empty() ? now_.data() : pending.data());
  there.silent = pending.empty();
  settle({Bid(now_.data(), whole, Part::own), there}, nullptr, whole.source(Part::own),
         whole.spread(Part::own));
  posted_.complete();
}

void Engine::complete_all(const Clock& pending) {
  finish_transfers(pending);
  if (!frozen_) posted_.complete();
}

void Engine::see(CallId cost, const Flight& flight) {
  if (frozen_) return;
  const Quote whole = pair_quote(cost, 0, rank_);
  settle({Bid(now_.data(), whole, Part::own), Bid(flight.arrival.data())}, flight.sent.data(),
         std::max(whole.source(Part::own), whole.source(Part::transit)), whole.spread(Part::own));
  posted_.complete();
}

SimTime Engine::end_of(CallId cost, std::int64_t bytes, int peer) {
  return now_[0] + (frozen_ ? 0 : pair_quote(cost, bytes, peer)[Part::own][0]);
}

}  // namespace revprof

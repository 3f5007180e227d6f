// SPDX-License-Identifier: BSD-3-Clause
// The rule of an exchange (MPI_Sendrecv): a send and a receive, and what two that begin together
// take.
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

// What it sends is copied away before it receives.
void Engine::send_beside(std::int64_t bytes, int peer, Instant& copied) {
  copied = now_;
  if (frozen_) return;
  note_send(peer, bytes, true);
  const Quote copy = pair_quote(costs_.calls().roles.send, bytes, peer);
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (costs_.is_eager(l, bytes)) copied[l] += copy[Part::own][l];
  }
  if (path_ == nullptr || !costs_.is_eager(path_->lane(), bytes)) return;
  copied[lanes_] = place(Bid(now_.data(), copy, Part::own)).place;
}

// What is here already is only to be received. The equation was measured of two that begin
// together: it counts from when the first one has begun. With itself that is all there is to do.
void Engine::receive_beside(CallId cost, std::int64_t bytes, const Stamp& message,
                            const Instant& copied, int tag, int communicator) {
  if (frozen_) return;
  hear(message);
  posted_.complete();
  if (message.source == rank_) {
    const Quote whole = pair_quote(cost, bytes, rank_);
    const Bid message_here(message.sent, whole, Part::own);
    settle({Bid(now_.data(), whole, Part::own), message_here}, message.sent,
           whole.source(Part::own), whole.spread(Part::own));
    return arrived(message, message_here.time(0), bytes, tag, communicator, no_request);
  }
  const Crowd crowd = crowd_of(message.source, false);
  const Quote received = pair_quote(costs_.calls().roles.receive, bytes, message.source);
  const Source of_receive = received.source(Part::own);
  Instant price;
  const Bid here_already = kept_bid(copied.data(), received, Part::own, price);
  const Quote whole = pair_quote(cost, bytes, message.source, crowd);
  Instant begun = now_, arrival;
  for (std::size_t l = 0; l < lanes_; ++l) begun[l] = std::min(begun[l], message.sent[l]);
  if (path_ != nullptr && begun[path_->lane()] < now_[path_->lane()]) {
    begun[lanes_] = message.sent[lanes_];
  }
  const Bid message_here = take(whole, message, crowd, arrival);
  const SimTime arrived_at = message_here.time(0);
  settle({here_already, Bid(begun.data(), whole, Part::own), message_here}, message.sent,
         std::max({whole.source(Part::own), whole.source(Part::transit), of_receive}),
         whole.spread(Part::transit));
  arrived(message, arrived_at, bytes, tag, communicator, no_request);
}

}  // namespace revprof

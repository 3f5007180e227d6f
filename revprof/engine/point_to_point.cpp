// SPDX-License-Identifier: BSD-3-Clause
// The rules of posted messages (Howell 1996, section 4.2); those of blocking ones are inlined
// (message_rules.hpp).
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::leave(std::int64_t bytes, int peer, const Stamp& message, Clock& done) {
  done.assign(message.sent, message.sent + clock_values());
  if (frozen_) return;
  const Quote whole = pair_quote(costs_.calls().roles.send, bytes, peer);
  // What is copied is complete although it still waits for the port.
  const auto from = [&](std::size_t l) {
    return costs_.is_eager(l, bytes) ? now_.data() : message.sent;
  };
  Instant begin;
  for (std::size_t l = 0; l < lanes_; ++l) begin[l] = from(l)[l];
  if (path_ != nullptr) begin[lanes_] = from(path_->lane())[lanes_];
  evaluate(Bid(begin.data(), whole, Part::own), done.data());
  if (peer == rank_) return;
  send_port_.hold_for(receiver(peer), lanes_, message.sent, whole, path_.get());
  const Crowd crowd = note_send(peer, bytes, false);
  // In blocks a crowd changes nothing here, and each message of a long row is in another one.
  const Crowd asked = costs_.ranks_matter() ? crowd : Crowd();
  Quote among = pair_quote(costs_.calls().roles.send, bytes, peer, asked);
  among.price.processes = -crowd.streams;
  among.price.messages = crowd.messages;
  among.price.beside = crowd.beside;
  send_port_.hold_for_others(lanes_, message.sent, among, path_.get());
}

void Engine::post_send(CallId cost, std::int64_t bytes, int peer, const Stamp& message,
                       Clock& done) {
  leave(bytes, peer, message, done);
  post(cost, bytes, peer);
}

Clock Engine::arrivals(int source, std::int64_t bytes, const SimTime* sent) {
  const Quote transit = pair_quote(costs_.calls().roles.transit, bytes, source);
  Clock times(sent, sent + lanes_);
  for (std::size_t l = 0; l < lanes_; ++l) times[l] += transit[Part::own][l];
  return times;
}

void Engine::post_receive(CallId cost, Clock& posted) {
  posted = clock();
  local(cost, 0);
}

void Engine::complete_posted(CallId cost, std::int64_t bytes, int peer, const Clock& done) {
  if (frozen_) return;
  const Quote posted = pair_quote(cost, bytes, peer);
  settle({Bid(now_.data()), Bid(done.data())}, nullptr, posted.source(Part::own));
  posted_.complete();
}

// Of a message that waits for its receive where the machine does not copy it: from when both are
// there, and until when its sender waits for that. Bids that a lane does not have come before now.
// Nobody has measured one that had to wait.
struct Engine::Meeting {
  Meeting(const Engine& engine, const Quote& whole, std::int64_t bytes, const Stamp& message,
          const SimTime* posted) {
    const PathRecorder* const path = engine.path_.get();
    std::copy_n(message.sent, engine.clock_values(), open.begin());
    for (std::size_t l = 0; l < engine.lanes_; ++l) {
      ready[l] = engine.now_[l];
      if (!engine.costs_.needs_receiver(l, bytes)) {
        open[l] = engine.now_[l] - whole[Part::transit][l] - 1;
        continue;
      }
      waiting |= std::uint64_t{1} << l;
      if (posted[l] <= open[l]) continue;
      ready[l] = open[l] = posted[l];
      if (path != nullptr && path->lane() == l) open[engine.lanes_] = posted[engine.lanes_];
    }
    is_none_on_path = path != nullptr && !has(waiting, path->lane());
    if (has(waiting, 0) && open[0] != message.sent[0]) rest = Source::inferred;
  }

  Instant open, ready;
  std::uint64_t waiting = 0;  // the lanes on which it does
  bool is_none_on_path;
  Source rest = Source::measured;
};

// When it is there. A message to itself needs no port.
Bid Engine::meet(const Meeting& meeting, const Quote& whole, int peer, Instant& there) {
  Bid bid(meeting.open.data(), whole, Part::transit);
  if (peer != rank_) {
    long_port_.take(bid, receiver(peer), meeting.waiting & at_work_, there.data(), path_.get());
    bid = Bid(there.data());
  }
  bid.silent = meeting.is_none_on_path;
  return bid;
}

// Where the machine copies it, as any other. Else it leaves when the port is free and its receive
// is open, among what the others of its block send, and its sender goes on when it is there.
void Engine::send_long(CallId cost, std::int64_t bytes, int peer, const Stamp& message,
                       const SimTime* posted, bool only_waits) {
  if (frozen_) return;
  Crowd crowd = leave_port(bytes, peer, pair_quote(cost, bytes, peer));
  if (posted_.is_answered_by(peer)) crowd = Crowd();
  crowd.in_pairs = only_waits && crowd.streams > 0;
  const Quote whole = pair_quote(cost, bytes, peer, crowd);
  const Meeting meeting(*this, whole, bytes, message, posted);
  Instant sent;
  std::copy_n(message.sent, clock_values(), sent.begin());
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (!costs_.needs_receiver(l, bytes)) sent[l] = now_[l] - whole[Part::own][l] - 1;
  }
  Bid left(sent.data(), whole, Part::own);
  left.silent = meeting.is_none_on_path;
  Instant there;
  const bool is_among = crowd.streams > 0 && costs_.needs_receiver(0, bytes);
  settle({Bid(now_.data(), whole, Part::own), left, meet(meeting, whole, peer, there)},
         meeting.ready.data(),
         std::max({whole.source(Part::own), whole.source(Part::transit), meeting.rest,
                   is_among ? Source::inferred : Source::measured}),
         whole.spread(Part::transit));
}

void Engine::complete_long(std::int64_t bytes, int peer, const Stamp& message, const Clock& done,
                           const SimTime* posted, bool only_waits) {
  if (frozen_) return;
  Crowd crowd = is_other(peer) ? posted_.among(way_to(peer)) : Crowd();
  crowd.in_pairs = only_waits && crowd.streams > 0;
  const Quote whole = pair_quote(costs_.calls().roles.send, bytes, peer, crowd);
  const Meeting meeting(*this, whole, bytes, message, posted);
  Instant there;
  settle({Bid(now_.data()), Bid(done.data()), meet(meeting, whole, peer, there)},
         meeting.ready.data(),
         std::max({whole.source(Part::own), whole.source(Part::transit), meeting.rest}));
  posted_.complete();
}

// Its request goes to the receiver and finds the receive open, or waits for it. From then on there
// is an answer on its way back, and what is left of the message on its way there: as long as a
// transit. The equation was measured with a receive that was open, and has the request's way in it.
SimTime Engine::end_of_synchronous(CallId cost, std::int64_t bytes, int peer, SimTime sent,
                                   SimTime posted) {
  const Quote whole = pair_quote(cost, bytes, peer);
  return std::max(sent + whole[Part::own][0], std::max(sent, posted) + whole[Part::transit][0]);
}

void Engine::complete_synchronous(CallId cost, std::int64_t bytes, int peer, const Stamp& message,
                                  const SimTime* posted) {
  if (frozen_) return;
  const Quote whole = pair_quote(cost, bytes, peer);
  Bid answered(posted != nullptr ? posted : message.sent, whole, Part::transit);
  answered.silent = posted == nullptr;
  settle({Bid(now_.data()), Bid(message.sent, whole, Part::own),
          Bid(message.sent, whole, Part::transit), answered},
         answered.from, std::max(whole.source(Part::own), whole.source(Part::transit)),
         whole.spread(Part::own));
  posted_.complete();
}

}  // namespace revprof

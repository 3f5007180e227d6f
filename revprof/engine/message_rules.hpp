// SPDX-License-Identifier: BSD-3-Clause
// The rules of blocking messages, and what every message runs through, so that front ends can
// inline it: a call takes its equation, a message leaves through the port, and is received when it
// is there (Howell 1996, section 4.2).
#pragma once

#include <algorithm>

#include "revprof/engine/settle.hpp"

namespace revprof {

inline void Engine::begin_call(CallId call) {
  call_ = call;
  call_begin_ = now_[0];
  call_waiting_begin_ = booked_waiting_ = waiting_[0];
  if (path_ != nullptr) {
    path_->making(call);
    path_->begin(now_[0]);
  }
}

inline void Engine::end_call(std::int64_t bytes, int peer, int communicator, int window) {
  if (frozen_) return;
  if (path_ != nullptr) path_->end(here(), now_[0]);
  const SimTime time = now_[0] - call_begin_, waiting = waiting_[0] - call_waiting_begin_;
  accounts_[static_cast<std::size_t>(call_.number)].add(bytes, time, waiting);
  const int site = site_;
  if (site != no_site) end_at_site(bytes, time, waiting);
  if (trace_ != nullptr) {
    trace_->call({costs_.calls()[call_].name, call_begin_, now_[0], waiting, bytes, peer,
                  communicator, window, site});
  }
}

inline void Engine::book(Source source, SimTime since) {
  const SimTime waiting = waiting_[0] - booked_waiting_;
  booked_waiting_ = waiting_[0];
  CallAccount& account = accounts_[static_cast<std::size_t>(call_.number)];
  account.time_by_source[static_cast<std::size_t>(source)] += now_[0] - since - waiting;
  if (!in_range()) overrun();
}

inline Quote Engine::pair_quote(CallId cost, std::int64_t bytes, int peer, Crowd crowd) {
  Quote quote;
  Price& price = quote.price;
  price.call = cost;
  price.bytes = bytes;
  price.processes = -crowd.streams;
  price.messages = crowd.messages;
  price.beside = crowd.beside - crowd.missed;
  price.in_pairs = crowd.in_pairs;
  quote.missed = crowd.missed;
  if (!is_known(peer)) {
    price.lowest = price.highest = -1;
    costs_.pair(quote, 0, 0, -1);
    return quote;
  }
  const Peer& there = peers_[static_cast<std::size_t>(peer)];
  if (peer == rank_) {  // as far as any other rank
    costs_.pair(quote, there.distance, 0, place_);
    return quote;
  }
  price.lowest = std::min(place_, there.place);
  price.highest = std::max(place_, there.place);
  costs_.pair(quote, there.distance, price.highest - price.lowest, price.lowest);
  return quote;
}

inline Posted::Way Engine::way_to(int peer) const {
  const auto before = [&](int rank) { return peers_[static_cast<std::size_t>(rank)].before; };
  Posted::Way way = Posted::way(before(rank_), before(peer), static_cast<int>(peers_.size()));
  way.held = peers_[static_cast<std::size_t>(peer)].distance;
  way.place = peers_[static_cast<std::size_t>(peer)].place;
  return way;
}

inline Receiver Engine::receiver(int peer) const {
  return {peer, is_known(peer) ? peers_[static_cast<std::size_t>(peer)].place : -1};
}

inline Crowd Engine::crowd_of(int source, bool blocking, int following) {
  if (!is_other(source)) return {};
  if (blocking && posted_.is_answered_by(source)) return {};
  return pace_.among(posted_.receive(way_to(source), following));
}

// Posted receives are waited for together, whatever sent their messages; so many more by this call.
inline Crowd Engine::crowd_of_posted(int source, int following) {
  Crowd crowd = crowd_of(source, false, following);
  if (crowd.streams > 0) crowd.messages = std::max(crowd.messages, 1);
  return crowd;
}

inline Crowd Engine::note_send(int peer, std::int64_t bytes, bool blocking) {
  if (!is_known(peer) || peers_.size() <= 2) return {};  // two cannot be in each other's way
  return pace_.among(posted_.send(peer, bytes, way_to(peer), blocking));
}

inline void Engine::stamp(std::int64_t bytes, int peer, Stamp& stamp) {
  stamp.mark = Stamp::mark_value;
  stamp.source = peer < 0 ? -1 : rank_;
  stamp.bytes = std::min(bytes, Stamp::most_bytes) & Stamp::most_bytes;  // fits: no warning
  stamp.mean(posted_.mean());
  stamp.step = pace_.step();
  send_port_.leave(lanes_, now_.data(), receiver(peer), stamp.sent, path_.get());
}

inline SimTime Engine::arrival(int source, std::int64_t bytes, SimTime sent) {
  return sent + pair_quote(costs_.calls().roles.transit, bytes, source)[Part::own][0];
}

inline void Engine::post(CallId cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  charge(pair_quote(cost, bytes, peer));
}

// A message to itself needs none.
inline Crowd Engine::leave_port(std::int64_t bytes, int peer, const Quote& message) {
  if (peer == rank_) return {};
  const Crowd crowd = note_send(peer, bytes, true);
  Instant sent;
  send_port_.leave(lanes_, now_.data(), receiver(peer), sent.data(), path_.get());
  send_port_.hold_for(receiver(peer), lanes_, sent.data(), message, path_.get());
  send_port_.hold_for_others(lanes_, sent.data(), message, path_.get());
  return crowd;
}

inline void Engine::send(CallId cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  const Quote message = pair_quote(cost, bytes, peer);
  leave_port(bytes, peer, message);
  charge(message);
}

inline Bid Engine::take(const Quote& quote, const Stamp& message, Crowd crowd, Instant& arrival) {
  if (message.source == rank_) return Bid(message.sent, quote, Part::transit);
  const SimTime* sent = message.sent;
  Instant of_another_program;
  if (message.source < 0) {  // whose steps are none of ours
    std::copy_n(sent, lanes_, of_another_program.begin());
    of_another_program[lanes_] = nowhere;
    sent = of_another_program.data();
  }
  Posted::Way way;
  if (is_known(message.source)) way = way_to(message.source);
  receive_ports_.take(Bid(sent, quote, Part::transit), message.source, way, crowd.streams, posted_,
                      at_work_, arrival.data(), path_.get());
  return Bid(arrival.data());
}

inline void Engine::receive(CallId cost, std::int64_t bytes, const Stamp& message, int tag,
                            int communicator) {
  if (frozen_) return;
  hear(message);
  Crowd crowd = crowd_of(message.source, true);
  crowd.in_pairs = crowd.streams > 0 && costs_.needs_receiver(bytes) && !posted_.has_posted();
  const Quote whole = pair_quote(cost, bytes, message.source, crowd);
  Instant arrival;
  const Bid message_here = take(whole, message, crowd, arrival);
  const SimTime arrived_at = message_here.time(0);
  // Its sender waits for it, and is among what others send; who has sent nothing cannot tell.
  const bool may_be_among = peers_.size() > 2 && is_other(message.source) &&
                            costs_.needs_receiver(0, bytes) && !posted_.has_sent();
  settle({Bid(now_.data(), whole, Part::own), message_here}, message.sent,
         std::max({whole.source(Part::own), whole.source(Part::transit),
                   may_be_among ? Source::inferred : Source::measured}),
         whole.spread(Part::transit));
  posted_.complete();
  arrived(message, arrived_at, bytes, tag, communicator, no_request);
}

// What the stamp says of its sender. Another program has steps of its own.
inline void Engine::hear(const Stamp& message) {
  posted_.hear(message.mean());
  if (message.source >= 0) pace_.hear(message.step);
}

inline void Engine::arrived(const Stamp& message, SimTime arrival, std::int64_t bytes, int tag,
                            int communicator, std::int64_t request) {
  if (trace_ == nullptr || !has(at_work_, 0)) return;
  trace_->message(
      {message.source, message.sent[0], arrival, now_[0], bytes, tag, communicator, request});
}

}  // namespace revprof

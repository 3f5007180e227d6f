// SPDX-License-Identifier: BSD-3-Clause
// What every message runs through, so that front ends can inline it.
#pragma once

#include "revprof/engine/engine.hpp"

namespace revprof {

inline void Engine::begin_call(Call call) {
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
  if (path_ != nullptr) path_->end(now_[0]);
  const SimTime time = now_[0] - call_begin_, waiting = waiting_[0] - call_waiting_begin_;
  accounts_[static_cast<std::size_t>(call_)].add(bytes, time, waiting);
  if (site_ != no_site) end_at_site(bytes, time, waiting);
  if (trace_ != nullptr) {
    trace_->call({name(call_), call_begin_, now_[0], waiting, bytes, peer, communicator, window});
  }
}

inline void Engine::book(Source source, SimTime since) {
  const SimTime waiting = waiting_[0] - booked_waiting_;
  booked_waiting_ = waiting_[0];
  accounts_[static_cast<std::size_t>(call_)].time_by_source[static_cast<std::size_t>(source)] +=
      now_[0] - since - waiting;
  if (!in_range()) overrun();
}

inline void Engine::send(Call cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost posting = pair_cost(cost, bytes, peer);
  if (path_ != nullptr) note_send(cost, bytes, peer, posting);
  if (peer != rank_) {  // a message to itself needs no port
    note_send(peer);
    const Times& free = peer == port_peer_ ? port_free_ : port_free_for_others_;
    each_lane([&](std::size_t l) {
      const SimTime sent = std::max(now_[l], free[l]);
      port_free_[l] = std::min(sent + posting.gap[l], end_of_time);
      port_free_for_others_[l] = std::min(sent + gap_beside(l, posting), end_of_time);
    });
    port_peer_ = peer;
  }
  spend(posting.own, posting.spread);
  book(posting.source, begin);
}

inline void Engine::receive(Call cost, std::int64_t bytes, const Stamp& message, int tag,
                            int communicator) {
  const bool exchange = cost == Call::MPI_Sendrecv || cost == Call::MPI_Sendrecv_replace;
  const bool itself = message.source == rank_;  // MPI_Sendrecv then does all there is to do
  const int crowd = crowd_of(message, exchange ? now_[0] : any_time);
  const Cost whole = pair_cost(cost, bytes, message.source, crowd);
  SimTime first_arrival = 0;
  if (!frozen_) {
    const SimTime begin = now_[0];
    const std::size_t port = port_of(message.source);
    const Gap gap = gap_at(port, message.source, whole, crowd);
    if (path_ != nullptr) {
      note_receive(cost, bytes, message, crowd, whole, gap, exchange && itself);
    }
    each_lane([&](std::size_t l) {
      SimTime arrival = message.sent[l] + (exchange && itself ? whole.own : whole.transit)[l];
      if (!itself) arrival = through_port(port, l, arrival, gap);
      if (l == 0) first_arrival = arrival;
      advance(l, whole.own[l], message.sent[l], arrival, whole.transit_spread[l]);
    });
    book(std::max(whole.source, whole.transit_source), begin);
  }
  arrived(message, first_arrival, bytes, tag, communicator, no_request);
}

// Messages that overlap on their way in follow each other. They are asked for in the program's
// order, not in that of their arrival: what came in before the port's last work does not wait for
// it, but may hold it up.
inline SimTime Engine::through_port(std::size_t port, std::size_t lane, SimTime arrival,
                                    const Gap& gap_before) {
  const SimTime gap = gap_before.times[lane];
  SimTime& before = arrivals_[port].before[lane];
  SimTime& since = arrivals_[port].since[lane];
  SimTime& until = arrivals_[port].until[lane];
  if (gap_before.beside(lane) || arrival - gap >= until) {
    before = until;
    since = arrival - gap;
    return until = arrival;
  }
  const SimTime end = std::max(arrival, before + gap);
  const SimTime overlap = std::clamp<SimTime>(end - since, 0, gap);
  until = std::max(arrival, std::min(until + overlap, end_of_time));
  return 2 * overlap < gap ? arrival : until;
}

inline void Engine::arrived(const Stamp& message, SimTime arrival, std::int64_t bytes, int tag,
                            int communicator, std::int64_t request) {
  if (trace_ == nullptr || frozen_) return;
  trace_->message(
      {message.source, message.sent[0], arrival, now_[0], bytes, tag, communicator, request});
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The rules of DESIGN section 4, all of them in terms of advance().
#include "revprof/engine/engine.hpp"

#include <algorithm>

namespace revprof {

namespace {

// MPI_Wtime's tick doubles every so many calls with nothing between them; 2^40 ticks of 10 ns are
// three hours.
constexpr std::int64_t wtimes_per_doubling = 10'000;
constexpr std::int64_t max_doublings = 40;

std::vector<double> steps_of(const std::vector<Lane>& lanes) {
  std::vector<double> steps;
  for (const Lane& lane : lanes) steps.push_back(lane.step_seconds);
  return steps;
}

}  // namespace

Engine::Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick,
               EventSink* trace)
    : lanes_(lanes.size()),
      rank_(rank),
      costs_(lanes, processes),
      trace_(trace),
      step_seconds_(steps_of(lanes)),
      wtime_tick_(wtime_tick) {
  for (int peer = 0; peer < processes; ++peer) {
    distances_.push_back(costs_.blocks().of_pair(rank, peer));
  }
  last_sends_.resize(costs_.blocks().sizes().size() + 1);
}

bool Engine::exchanges(int source, SimTime since) const {
  if (source < 0 || source >= static_cast<int>(distances_.size()) || source == rank_) return false;
  const std::size_t held = shared_blocks(source);
  for (std::size_t i = 0; i <= held; ++i) {
    const LastSend& send = last_sends_[i];
    const bool late_enough = since == any_time ? send.peer != source : send.at >= since;
    if (send.peer >= 0 && late_enough) return true;
  }
  return false;
}

void Engine::hold_port(Call cost, std::int64_t bytes, int peer, const Stamp& message) {
  if (frozen_ || peer == rank_) return;
  note_send(peer);
  const SimTime* const gap = pair_cost(cost, bytes, peer).gap;
  each_lane(
      [&](std::size_t l) { port_free_[l] = std::max(port_free_[l], message.sent[l] + gap[l]); });
}

void Engine::leave(Call cost, std::int64_t bytes, int peer, const Stamp& message, Clock& done) {
  done.assign(message.sent, message.sent + lanes_);
  if (frozen_) return;
  const Cost whole = pair_cost(Call::MPI_Send, bytes, peer);
  for (std::size_t l = 0; l < lanes_; ++l) done[l] += whole.own[l];
  hold_port(cost, bytes, peer, message);
}

void Engine::post(Call cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost posting = pair_cost(cost, bytes, peer);
  spend(posting.own);
  book(posting.source, begin);
}

void Engine::post_send(Call cost, std::int64_t bytes, int peer, const Stamp& message, Clock& done) {
  leave(cost, bytes, peer, message, done);
  post(cost, bytes, peer);
}

void Engine::post_receive(Call cost, Clock& posted) {
  posted.assign(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(lanes_));
  local(cost, 0);
}

void Engine::local(Call cost, std::int64_t bytes) { send(cost, bytes, rank_); }

void Engine::complete_receive(Call cost, std::int64_t bytes, const Clock& posted,
                              const Stamp& message, int tag, int communicator) {
  const Cost message_cost = pair_cost(cost, bytes, message.source);
  const bool crowded = exchanges(message.source, posted[0]);
  const SimTime* const transit = crowded ? message_cost.crowded_transit : message_cost.transit;
  if (!frozen_) {
    const SimTime begin = now_[0];
    each_lane([&](std::size_t l) {
      const SimTime received = posted[l] + message_cost.own[l];
      const SimTime arrival = message.sent[l] + transit[l];
      advance(l, message_cost.wait[l], message.sent[l], std::max(received, arrival));
    });
    book(std::max({message_cost.source, message_cost.wait_source, message_cost.transit_source}),
         begin);
  }
  arrived(message, transit, bytes, tag, communicator);
}

void Engine::complete_send(const Clock& done) {
  if (frozen_) return;
  for (std::size_t l = 0; l < lanes_; ++l) advance(l, 0, 0, done[l]);
  book(costs_.pair(Call::MPI_Send, 0, 0).source, now_[0]);
}

void Engine::collective(Call cost, int processes, std::int64_t bytes, Distance distance,
                        const SimTime* ready) {
  if (frozen_ || processes <= 1) return;
  const SimTime begin = now_[0];
  const Cost whole = costs_.collective(cost, processes, bytes, distance);
  for (std::size_t l = 0; l < lanes_; ++l) {
    advance(l, whole.own[l], ready[l], ready[l] + whole.own[l]);
  }
  book(whole.source, begin);
}

void Engine::complete_collective(Call cost, int processes, std::int64_t bytes, Distance distance,
                                 const SimTime* ready) {
  if (frozen_) return;
  if (processes <= 1) return local(Call::MPI_Wait, 0);
  const SimTime begin = now_[0];
  Times wait;
  std::copy_n(pair_cost(Call::MPI_Wait, 0, rank_).own, lanes_, wait.begin());
  const Cost whole = costs_.collective(cost, processes, bytes, distance);
  for (std::size_t l = 0; l < lanes_; ++l) {
    advance(l, wait[l], ready[l], ready[l] + whole.own[l]);
  }
  book(whole.source, begin);
}

void Engine::compute(double steps) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  for (std::size_t l = 0; l < lanes_; ++l) {
    const SimTime time = from_seconds(steps * step_seconds_[l]);
    now_[l] += time;
    compute_[l] += time;
  }
  if (trace_ != nullptr && now_[0] != begin) trace_->compute({begin, now_[0]});
}

void Engine::elapse(double seconds) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const SimTime time = from_seconds(seconds);
  for (std::size_t l = 0; l < lanes_; ++l) {
    now_[l] += time;
    compute_[l] += time;
  }
  if (trace_ != nullptr && time != 0) trace_->compute({begin, now_[0]});
}

SimTime Engine::wtime() {
  if (frozen_) return now_[0];
  idle_wtimes_ = now_[0] == last_wtime_ ? idle_wtimes_ + 1 : 0;
  const SimTime tick = wtime_tick_ << std::min(idle_wtimes_ / wtimes_per_doubling, max_doublings);
  for (std::size_t l = 0; l < lanes_; ++l) {
    now_[l] += tick;
    communication_[l] += tick;
  }
  CallAccount& account = accounts_[static_cast<std::size_t>(Call::MPI_Wtime)];
  account.count += 1;
  account.time += tick;
  last_wtime_ = now_[0];
  return now_[0];
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The rules of DESIGN section 4, all of them in terms of advance().
#include "revprof/engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// MPI_Wtime's tick doubles every so many calls with nothing between them; 2^40 ticks of 10 ns are
// three hours.
constexpr std::int64_t wtimes_per_doubling = 10'000;
constexpr std::int64_t max_doublings = 40;

std::string number_text(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

std::vector<LaneEstimate> estimates_of(const std::vector<Lane>& lanes) {
  std::vector<LaneEstimate> estimates;
  for (const Lane& lane : lanes) estimates.push_back(lane.estimate);
  return estimates;
}

std::vector<double> steps_of(const std::vector<Lane>& lanes) {
  std::vector<double> steps;
  for (const Lane& lane : lanes) steps.push_back(lane.step_seconds * lane.compute_factor);
  return steps;
}

std::vector<double> compute_factors_of(const std::vector<Lane>& lanes) {
  std::vector<double> factors;
  for (const Lane& lane : lanes) factors.push_back(lane.compute_factor);
  const bool none =
      std::all_of(factors.begin(), factors.end(), [](double factor) { return factor == 1; });
  return none ? std::vector<double>() : factors;
}

}  // namespace

Engine::Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick,
               EventSink* trace)
    : lanes_(lanes.size()),
      rank_(rank),
      costs_(lanes, processes),
      crowds_(processes > 2),
      trace_(trace),
      step_seconds_(steps_of(lanes)),
      compute_factors_(compute_factors_of(lanes)),
      estimates_(estimates_of(lanes)),
      wtime_tick_(wtime_tick) {
  for (int peer = 0; peer < processes; ++peer) {
    distances_.push_back(costs_.blocks().of_pair(rank, peer));
  }
  for (int peer = 0; peer < processes && crowds_ && costs_.ranks_matter(); ++peer) {
    const Distance distance = distances_[static_cast<std::size_t>(peer)];
    own_links_.push_back(costs_.own_links(distance, std::abs(peer - rank)));
  }
  arrivals_.resize(costs_.blocks().sizes().size() + 1);
}

void Engine::overrun() const { overrun(name(call_)); }

void Engine::overrun(const std::string& doing) const {
  std::size_t lane = 0;
  while (lane + 1 < lanes_ && now_[lane] >= 0 && now_[lane] < end_of_time) ++lane;
  const std::string what = "process " + std::to_string(rank_) + ", " + doing +
                           ": the clock of lane " + costs_.lanes()[lane].name +
                           " leaves its range; expected that it takes " +
                           (now_[lane] < 0 ? "0 s or more" : "less than 640 hours");
  if (overrun_) overrun_(what);
  throw std::range_error(what);
}

void Engine::end_at_site(std::int64_t bytes, SimTime time, SimTime waiting) {
  const auto site = static_cast<std::size_t>(site_);
  if (site >= sites_.size()) sites_.resize(site + 1);
  sites_[site].add(bytes, time, waiting);
  at(no_site);
}

void Engine::scatter(std::size_t lane, double spread, SimTime time) {
  const double deviation = spread * static_cast<double>(time);
  variance_[lane] += deviation * deviation;
  const SimTime all = rounded(normal_95 * std::sqrt(variance_[lane]));
  const SimTime more = std::min(all - scattered_[lane], time);  // no call takes less than nothing
  const SimTime change = estimates_[lane] == LaneEstimate::low ? -more : more;
  scattered_[lane] += more;
  now_[lane] += change;
  clock_bits_ |= now_[lane];
  communication_[lane] += change;
}

void Engine::hold_port(Call cost, std::int64_t bytes, int peer, const Stamp& message) {
  if (frozen_ || peer == rank_) return;
  note_send(peer);
  const Cost message_cost = pair_cost(cost, bytes, peer);
  if (path_ != nullptr) note_port(bytes, peer, message_cost, placed(message.sent));
  each_lane([&](std::size_t l) {
    const SimTime sent = message.sent[l];
    port_free_[l] = std::max(port_free_[l], std::min(sent + message_cost.gap[l], end_of_time));
    port_free_for_others_[l] = std::max(port_free_for_others_[l],
                                        std::min(sent + gap_beside(l, message_cost), end_of_time));
  });
  port_peer_ = peer;
}

void Engine::leave(Call cost, std::int64_t bytes, int peer, const Stamp& message, Clock& done) {
  done.assign(message.sent, message.sent + clock_values());
  if (frozen_) return;
  const Cost whole = pair_cost(Call::MPI_Send, bytes, peer);
  for (std::size_t l = 0; l < lanes_; ++l) done[l] += whole.own[l];
  if (path_ != nullptr) {
    done[lanes_] = path_->add(placed(message.sent), whole.own[path_->lane()],
                              pair_price(Call::MPI_Send, bytes, peer));
  }
  hold_port(cost, bytes, peer, message);
}

void Engine::post(Call cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost posting = pair_cost(cost, bytes, peer);
  if (path_ != nullptr) note_spend(pair_price(cost, bytes, peer), posting.own[path_->lane()]);
  spend(posting.own, posting.spread);
  book(posting.source, begin);
}

void Engine::post_send(Call cost, std::int64_t bytes, int peer, const Stamp& message, Clock& done) {
  leave(cost, bytes, peer, message, done);
  post(cost, bytes, peer);
}

Clock Engine::arrivals(int source, std::int64_t bytes, const SimTime* sent) {
  const SimTime* const transit = pair_cost(Call::MPI_Recv, bytes, source).transit;
  Clock times(sent, sent + lanes_);
  for (std::size_t l = 0; l < lanes_; ++l) times[l] += transit[l];
  return times;
}

void Engine::post_receive(Call cost, Clock& posted) {
  posted = clock();
  local(cost, 0);
}

void Engine::local(Call cost, std::int64_t bytes) { send(cost, bytes, rank_); }

void Engine::complete_receive(Call cost, std::int64_t bytes, const Clock& posted,
                              const Stamp& message, int tag, int communicator,
                              std::int64_t request) {
  const int crowd = crowd_of(message, posted[0]);
  const Cost whole = pair_cost(cost, bytes, message.source, crowd);
  SimTime first_arrival = 0;
  if (!frozen_) {
    const SimTime begin = now_[0];
    const std::size_t port = port_of(message.source);
    const Gap gap = gap_at(port, message.source, whole, crowd);
    if (path_ != nullptr) note_completion(cost, bytes, posted, message, crowd, whole, gap);
    each_lane([&](std::size_t l) {
      const SimTime received = posted[l] + whole.own[l];
      SimTime arrival = message.sent[l] + whole.transit[l];
      if (message.source != rank_) arrival = through_port(port, l, arrival, gap);
      if (l == 0) first_arrival = arrival;
      advance(l, whole.wait[l], message.sent[l], std::max(received, arrival),
              whole.transit_spread[l]);
    });
    book(std::max({whole.source, whole.wait_source, whole.transit_source}), begin);
  }
  arrived(message, first_arrival, bytes, tag, communicator, request);
}

void Engine::complete_send(const Clock& done) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  if (path_ != nullptr) note_advance({}, 0, placed(done.data()));
  for (std::size_t l = 0; l < lanes_; ++l) advance(l, 0, 0, done[l]);
  book(costs_.pair(Call::MPI_Send, 0, 0).source, begin);
}

void Engine::arrive(Call cost, int processes, std::int64_t bytes, Span span, Role role,
                    SimTime* arrivals) {
  std::copy_n(now_.begin(), lanes_, arrivals);
  if (processes <= 1 || is_source(cost, role)) return;
  const Cost whole = costs_.collective(cost, processes, bytes, span, role);
  if (path_ != nullptr) {
    arrivals[lanes_] = note_head_start(collective_price(cost, processes, bytes, span), role, whole);
  }
  for (std::size_t l = 0; l < lanes_; ++l) arrivals[l] -= whole.own[l] - whole.alone[l];
}

void Engine::collective(Call cost, int processes, std::int64_t bytes, Span span,
                        const SimTime* ready, Role role) {
  if (frozen_ || processes <= 1) return;
  const SimTime begin = now_[0];
  const Cost whole = costs_.collective(cost, processes, bytes, span, role);
  const SimTime* const after = is_source(cost, role) ? whole.alone : whole.own;
  if (path_ != nullptr) {
    const Price price = collective_price(cost, processes, bytes, span);
    note_collective(price, role, whole, ready);
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    advance(l, whole.alone[l], ready[l], ready[l] + after[l], whole.spread[l]);
  }
  book(whole.source, begin);
}

void Engine::complete_collective(Call cost, int processes, std::int64_t bytes, Span span,
                                 const SimTime* ready) {
  if (frozen_) return;
  if (processes <= 1) return local(Call::MPI_Wait, 0);
  const SimTime begin = now_[0];
  Times wait;
  std::copy_n(pair_cost(Call::MPI_Wait, 0, rank_).own, lanes_, wait.begin());
  const Cost whole = costs_.collective(cost, processes, bytes, span);
  if (path_ != nullptr) {
    const std::size_t lane = path_->lane();
    note_collective_completion(collective_price(cost, processes, bytes, span), whole.own[lane],
                               wait[lane], ready);
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    // Many MPI libraries make progress inside MPI calls alone: at worst it all happens in the Wait.
    const bool overlaps = estimates_[l] != LaneEstimate::high;
    const SimTime start = overlaps ? ready[l] : std::max(ready[l], now_[l]);
    advance(l, wait[l], ready[l], start + whole.own[l], whole.spread[l]);
  }
  book(whole.source, begin);
}

void Engine::compute(double steps) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  if (path_ != nullptr) {
    note_spend({Item::steps}, from_seconds(steps * step_seconds_[path_->lane()]));
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    const SimTime time = from_seconds(steps * step_seconds_[l]);
    now_[l] += time;
    clock_bits_ |= now_[l];
    compute_[l] += time;
  }
  if (!in_range()) overrun("computation of " + number_text(steps) + " steps");
  if (path_ != nullptr) path_->end(now_[0]);
  if (trace_ != nullptr && now_[0] != begin) trace_->compute({begin, now_[0]});
}

void Engine::elapse(double seconds) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  SimTime time = from_seconds(seconds);
  const auto of_lane = [&](std::size_t l) {
    return compute_factors_.empty() ? time : from_seconds(seconds * compute_factors_[l]);
  };
  if (path_ != nullptr) note_spend({Item::cpu}, of_lane(path_->lane()));
  for (std::size_t l = 0; l < lanes_; ++l) {
    time = of_lane(l);
    now_[l] += time;
    clock_bits_ |= now_[l];
    compute_[l] += time;
  }
  if (!in_range()) overrun("computation of " + number_text(seconds) + " s");
  if (path_ != nullptr) path_->end(now_[0]);
  if (trace_ != nullptr && now_[0] != begin) trace_->compute({begin, now_[0]});
}

// A loop that waits for something else than time may ask for it without end: doublings alone take
// no clock out of its range.
SimTime Engine::next_tick() const {
  const std::int64_t doublings = std::min(idle_wtimes_ / wtimes_per_doubling, max_doublings);
  if (doublings == 0) return wtime_tick_;
  SimTime latest = 0;
  each_lane([&](std::size_t l) { latest = std::max(latest, now_[l]); });
  const SimTime room = end_of_time / 2 - latest;
  return wtime_tick_ <= room >> doublings ? wtime_tick_ << doublings : wtime_tick_;
}

SimTime Engine::wtime() {
  if (frozen_) return now_[0];
  idle_wtimes_ = now_[0] == last_wtime_ ? idle_wtimes_ + 1 : 0;
  const SimTime tick = next_tick();
  if (path_ != nullptr) {
    path_->making(Call::MPI_Wtime);
    note_spend({Item::tick}, tick);
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    now_[l] += tick;
    clock_bits_ |= now_[l];
    communication_[l] += tick;
  }
  if (!in_range()) overrun(name(Call::MPI_Wtime));
  if (path_ != nullptr) path_->end(now_[0]);
  CallAccount& account = accounts_[static_cast<std::size_t>(Call::MPI_Wtime)];
  account.count += 1;
  account.time += tick;
  last_wtime_ = now_[0];
  return now_[0];
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The rules of one-sided communication: the origin pays, and waits for others only where an epoch
// ends or a lock is taken (MPI-3.1 chapter 11).
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::transfer(CallId cost, std::int64_t bytes, int peer, Clock& epoch) {
  if (frozen_) return;
  const Quote whole = pair_quote(cost, bytes, peer);
  if (!epoch.empty()) {
    for (std::size_t l = 0; l < lanes_; ++l) epoch[l] += whole[Part::own][l];
    if (path_ != nullptr) {
      if (epoch[lanes_] == 0) epoch[lanes_] = path_->new_epoch();
      path_->add_to_epoch(epoch[lanes_], whole.price, whole[Part::own][path_->lane()]);
    }
  }
  send(cost, bytes, peer);
}

Clock Engine::post_transfer(CallId cost, std::int64_t bytes, int peer) {
  Clock done = clock();
  if (frozen_) return done;
  const Quote whole = pair_quote(cost, bytes, peer);
  evaluate(Bid(now_.data(), whole, Part::own), done.data());
  return done;
}

Clock Engine::clock() const {
  return Clock(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(clock_values()));
}

Clock Engine::latest(const Clock& done) const { return later(clock(), done); }

Clock Engine::later(Clock a, const Clock& b) const {
  if (a.empty()) return b;
  if (b.empty()) return a;
  if (path_ != nullptr && b[path_->lane()] > a[path_->lane()]) a[lanes_] = b[lanes_];
  for (std::size_t l = 0; l < lanes_; ++l) a[l] = std::max(a[l], b[l]);
  return a;
}

// Messages under way stay among what they were: a flush completes no send.
void Engine::finish_transfers(const Clock& done) {
  if (frozen_ || done.empty()) return;
  settle({Bid(now_.data()), Bid(done.data())}, nullptr, Source::measured);
}

void Engine::meet(const std::vector<int>& peers, const SimTime* sent, const Clock& epoch) {
  if (frozen_ || peers.empty()) return;
  Instant ready{}, done{};
  done[lanes_] = nowhere;
  Source source = Source::measured;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const Quote message = pair_quote(costs_.calls().roles.transit, 0, peers[i]);
    source = std::max(source, message.source(Part::own));
    Instant from;
    std::copy_n(sent + i * clock_values(), clock_values(), from.begin());
    if (peers[i] < 0) from[lanes_] = nowhere;
    Bid met(from.data(), message, Part::own);
    if (!epoch.empty()) met.epoch = epoch.data();
    const bool latest = path_ != nullptr && met.time(path_->lane()) > done[path_->lane()];
    for (std::size_t l = 0; l < lanes_; ++l) {
      ready[l] = std::max(ready[l], from[l]);
      done[l] = std::max(done[l], met.time(l));
    }
    if (latest && done[path_->lane()] > now_[path_->lane()]) done[lanes_] = place(met).place;
  }
  Bid last(done.data());
  last.silent = path_ != nullptr && done[path_->lane()] <= now_[path_->lane()];  // it has no step
  settle({Bid(now_.data()), last}, ready.data(), source);
  if (path_ != nullptr && !epoch.empty()) path_->end_epoch(epoch[lanes_]);
}

void Engine::follow(CallId cost, std::int64_t bytes, int peer, const SimTime* then) {
  if (frozen_) return;
  const Quote whole = pair_quote(cost, bytes, peer);
  settle({Bid(now_.data(), whole, Part::own), Bid(then, whole, Part::own)}, then,
         whole.source(Part::own), whole.spread(Part::own));
}

void Engine::serve(const GroupCall& call, int peer, const SimTime* before) {
  if (frozen_) return;
  const Quote row = collective_quote(call);
  Instant next, from{}, ready{};
  Bid served = kept_bid(from.data(), row, Part::next, next);
  const Quote whole = pair_quote(call.call, call.bytes, peer);
  const SimTime* const alone = whole[Part::own];
  std::copy_n(before, clock_values(), from.begin());
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (next[l] == 0) from[l] = 0;  // not measured: nothing is known of it
    ready[l] = from[l] + next[l] - alone[l];
  }
  served.silent = path_ != nullptr && next[path_->lane()] == 0;
  settle({Bid(now_.data(), whole, Part::own), served}, ready.data(), whole.source(Part::own),
         whole.spread(Part::own));
}

}  // namespace revprof

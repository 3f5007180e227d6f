// SPDX-License-Identifier: BSD-3-Clause
// The rules of one-sided communication: the origin pays, and waits for others only where an epoch
// ends or a lock is taken (MPI-3.1 chapter 11).
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::transfer(Call cost, std::int64_t bytes, int peer, Clock& epoch) {
  if (frozen_) return;
  const Cost whole = pair_cost(cost, bytes, peer);
  for (std::size_t l = 0; l < epoch.size(); ++l) epoch[l] += whole.own[l];
  send(cost, bytes, peer);
}

void Engine::post_transfer(Call cost, std::int64_t bytes, int peer, Clock& done, Clock& latest) {
  done.assign(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(lanes_));
  if (frozen_) return;
  const Cost whole = pair_cost(cost, bytes, peer);
  latest.resize(lanes_);
  for (std::size_t l = 0; l < lanes_; ++l) {
    done[l] += whole.own[l];
    latest[l] = std::max(latest[l], done[l]);
  }
}

Clock Engine::latest(const Clock& done) const {
  Clock later(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(lanes_));
  for (std::size_t l = 0; l < done.size(); ++l) later[l] = std::max(later[l], done[l]);
  return later;
}

void Engine::finish_transfers(const Clock& done) {
  if (frozen_) return;
  for (std::size_t l = 0; l < done.size(); ++l) advance(l, 0, 0, done[l]);
}

void Engine::meet(const std::vector<int>& peers, const SimTime* sent, const Clock& epoch) {
  if (frozen_ || peers.empty()) return;
  const SimTime begin = now_[0];
  Times ready{}, done{};
  Source source = Source::measured;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const Cost message = pair_cost(Call::transit, 0, peers[i]);
    source = std::max(source, message.source);
    for (std::size_t l = 0; l < lanes_; ++l) {
      const SimTime left = sent[i * lanes_ + l];
      ready[l] = std::max(ready[l], left);
      done[l] = std::max(done[l], left + message.own[l] + (epoch.empty() ? 0 : epoch[l]));
    }
  }
  for (std::size_t l = 0; l < lanes_; ++l) advance(l, 0, ready[l], done[l]);
  book(source, begin);
}

void Engine::lock(Call cost, int peer, const SimTime* released) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost whole = pair_cost(cost, 0, peer);
  for (std::size_t l = 0; l < lanes_; ++l) {
    advance(l, whole.own[l], released[l], released[l] + whole.own[l], whole.spread[l]);
  }
  book(whole.source, begin);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The rules of one-sided communication: the origin pays, and waits for others only where an epoch
// ends or a lock is taken (MPI-3.1 chapter 11).
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::transfer(Call cost, std::int64_t bytes, int peer, Clock& epoch) {
  if (frozen_) return;
  const Cost whole = pair_cost(cost, bytes, peer);
  if (!epoch.empty()) {
    for (std::size_t l = 0; l < lanes_; ++l) epoch[l] += whole.own[l];
    if (path_ != nullptr) note_transfer(pair_price(cost, bytes, peer), whole, epoch);
  }
  send(cost, bytes, peer);
}

void Engine::post_transfer(Call cost, std::int64_t bytes, int peer, Clock& done, Clock& latest) {
  done = clock();
  if (frozen_) return;
  const Cost whole = pair_cost(cost, bytes, peer);
  if (path_ != nullptr) {
    done[lanes_] = path_->add(here(), whole.own[path_->lane()], pair_price(cost, bytes, peer));
  }
  for (std::size_t l = 0; l < lanes_; ++l) done[l] += whole.own[l];
  latest = later(latest, done);
}

Clock Engine::clock() const {
  Clock clock(now_.begin(), now_.begin() + static_cast<std::ptrdiff_t>(lanes_));
  if (path_ != nullptr) clock.push_back(path_->here);
  return clock;
}

Clock Engine::latest(const Clock& done) const { return later(clock(), done); }

Clock Engine::later(Clock a, const Clock& b) const {
  if (a.empty()) return b;
  if (b.empty()) return a;
  if (path_ != nullptr && placed(b.data()).time > placed(a.data()).time) a[lanes_] = b[lanes_];
  for (std::size_t l = 0; l < lanes_; ++l) a[l] = std::max(a[l], b[l]);
  return a;
}

void Engine::finish_transfers(const Clock& done) {
  if (frozen_ || done.empty()) return;
  if (path_ != nullptr) note_advance({}, 0, placed(done.data()));
  for (std::size_t l = 0; l < lanes_; ++l) advance(l, 0, 0, done[l]);
  if (!in_range()) overrun();
}

void Engine::meet(const std::vector<int>& peers, const SimTime* sent, const Clock& epoch) {
  if (frozen_ || peers.empty()) return;
  const SimTime begin = now_[0];
  Times ready{}, done{};
  Source source = Source::measured;
  Placed last;  // whose clock comes last on the lane of the critical path
  SimTime transit = -1;
  int last_peer = -1;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const Cost message = pair_cost(Call::transit, 0, peers[i]);
    source = std::max(source, message.source);
    const SimTime* const clock = sent + i * clock_values();
    if (path_ != nullptr) {
      const SimTime flight = message.own[path_->lane()];
      if (placed(clock).time + flight > last.time + transit) {
        last = placed(clock);
        transit = flight;
        last_peer = peers[i];
      }
    }
    for (std::size_t l = 0; l < lanes_; ++l) {
      const SimTime left = clock[l];
      ready[l] = std::max(ready[l], left);
      done[l] = std::max(done[l], left + message.own[l] + (epoch.empty() ? 0 : epoch[l]));
    }
  }
  if (path_ != nullptr) note_meeting(last_peer, last, transit, epoch);
  for (std::size_t l = 0; l < lanes_; ++l) advance(l, 0, ready[l], done[l]);
  book(source, begin);
}

void Engine::lock(Call cost, int peer, const SimTime* released) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost whole = pair_cost(cost, 0, peer);
  if (path_ != nullptr) {
    const Price price = pair_price(cost, 0, peer);
    const SimTime time = whole.own[path_->lane()];
    const Placed last = placed(released);
    if (here().time >= last.time) {
      path_->move(here(), time, price, {last.time + time, last.place});
    } else {
      path_->move(path_->known(last), time, price, {here().time + time, path_->here});
    }
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    advance(l, whole.own[l], released[l], released[l] + whole.own[l], whole.spread[l]);
  }
  book(whole.source, begin);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Messages whose senders ask when they were taken: a synchronous send is complete when its receive
// has started (MPI-3.1 section 3.4).
#include <algorithm>

#include "revprof/run/horizon.hpp"

namespace revprof {

// The receiver's part. Told at once, before its clock moves on: its sender may be asking.
void Horizon::received(int source, SimTime at, SimTime taken) {
  if (!is_open() || source < 0) return;
  count_news(source);
  Pair& pair = pairs_[index(source, rank_)];
  const std::uint64_t number = count(source, at);
  if (number < pair.sent.load(std::memory_order_acquire)) {
    const std::uint64_t place = number % remembered;
    pair.taken_at[place].store(taken, std::memory_order_relaxed);
    pair.taken[place].store(static_cast<std::uint32_t>(number + 1), std::memory_order_release);
    views_[source].taken.fetch_add(1, std::memory_order_release);
  }
  View& own = views_[rank_];
  own.received.store(own.received.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void Horizon::posted(int receives) {
  if (!is_open()) return;
  std::atomic<int>& own = views_[rank_].posted;  // nobody else writes it
  own.store(own.load(std::memory_order_relaxed) + receives, std::memory_order_release);
}

std::uint64_t Horizon::last_to(int peer) const {
  return pairs_[index(rank_, peer)].sent.load(std::memory_order_relaxed) - 1;
}

SimTime Horizon::taken(int peer, std::uint64_t number) const {
  const Pair& pair = pairs_[index(rank_, peer)];
  if (pair.sent.load(std::memory_order_relaxed) - number > remembered) return forgotten;
  const std::uint64_t place = number % remembered;
  const bool is_told =
      pair.taken[place].load(std::memory_order_acquire) == static_cast<std::uint32_t>(number + 1);
  return is_told ? pair.taken_at[place].load(std::memory_order_relaxed) : not_taken;
}

// A receive that was posted before takes it when it is there, whatever its process does.
SimTime Horizon::takes_from(int peer, SimTime arrival) const {
  const bool may_be_posted = views_[peer].posted.load(std::memory_order_acquire) > 0;
  return may_be_posted ? arrival : std::max(arrival, bound(peer));
}

}  // namespace revprof

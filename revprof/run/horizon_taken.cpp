// SPDX-License-Identifier: BSD-3-Clause
// Messages whose senders ask when their receives were posted: a synchronous send is complete when
// its receive has started (MPI-3.1 section 3.4).
#include <algorithm>

#include "revprof/run/horizon.hpp"

namespace revprof {

// Few pairs of processes need it.
bool Horizon::keep_postings(int source) {
  Received& received = received_[static_cast<std::size_t>(source)];
  if (!received.keeps_postings) {
    const std::size_t first = postings_of(index(source, rank_));
    const char* const begin = reinterpret_cast<const char*>(postings_ + first);
    received.keeps_postings = memory_.reserve(static_cast<std::size_t>(begin - memory_.address()),
                                              postings_of(1) * sizeof(*postings_));
  }
  return received.keeps_postings;
}

void Horizon::keep(std::atomic<SimTime>* place, const SimTime* clock) const {
  for (std::size_t i = 0; i < clock_values_; ++i) {
    place[i].store(clock[i], std::memory_order_release);
  }
}

Clock Horizon::kept(const std::atomic<SimTime>* place) const {
  Clock clock(clock_values_);
  for (std::size_t i = 0; i < clock_values_; ++i) {
    clock[i] = place[i].load(std::memory_order_acquire);
  }
  return clock;
}

// The receiver's part. Told at once, before its clock moves on: its sender may be asking.
void Horizon::received(int source, SimTime at, const SimTime* posted) {
  if (!is_open() || source < 0) return;
  count_news(source);
  const std::size_t way = index(source, rank_);
  Pair& pair = pairs_[way];
  const std::uint64_t number = count(source, at);
  if (number < pair.sent.load(std::memory_order_acquire) && keep_postings(source)) {
    const std::uint64_t place = number % remembered;
    keep(postings_ + postings_of(way) + place * clock_values_, posted);
    pair.taken[place].store(static_cast<std::uint32_t>(number + 1), std::memory_order_release);
    views_[source].taken.fetch_add(1, std::memory_order_release);
  }
  View& own = views_[rank_];
  own.received.store(own.received.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void Horizon::posts(const SimTime* now) {
  if (is_open()) keep(last_postings_ + static_cast<std::size_t>(rank_) * posting_values_, now);
}

Clock Horizon::last_posting(int peer) const {
  return kept(last_postings_ + static_cast<std::size_t>(peer) * posting_values_);
}

void Horizon::posted(int receives) {
  if (!is_open()) return;
  std::atomic<int>& own = views_[rank_].posted;  // nobody else writes it
  own.store(own.load(std::memory_order_relaxed) + receives, std::memory_order_release);
}

std::uint64_t Horizon::last_to(int peer) const {
  return pairs_[index(rank_, peer)].sent.load(std::memory_order_relaxed) - 1;
}

Horizon::Posting Horizon::posting(int peer, std::uint64_t number, Clock& posted) const {
  const std::size_t way = index(rank_, peer);
  const Pair& pair = pairs_[way];
  if (pair.sent.load(std::memory_order_relaxed) - number > remembered) return Posting::forgotten;
  const std::uint64_t place = number % remembered;
  if (pair.taken[place].load(std::memory_order_acquire) != static_cast<std::uint32_t>(number + 1)) {
    return Posting::awaited;
  }
  posted = kept(postings_ + postings_of(way) + place * clock_values_);
  return Posting::known;
}

SimTime Horizon::earliest_posting(int peer) const {
  return views_[peer].posted.load(std::memory_order_acquire) > 0 ? 0 : bound(peer);
}

}  // namespace revprof

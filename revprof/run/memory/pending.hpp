// SPDX-License-Identifier: BSD-3-Clause
// Updates of one word that its owner has been told of and has not seen yet. There may be tens of
// thousands, of which each wait sees the first few: they are kept in the order of their arrival, on
// each lane for which that is asked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "revprof/run/memory/update.hpp"

namespace revprof {

// Of atomic updates: how often more each value was found than made. The one that was found more
// often is what they began with.
class FoundValues {
 public:
  void add(const Update& update, int times = 1) {
    count(update.old, times);
    count(update.made(), -times);
  }
  void add(const FoundValues& others) {
    for (const auto& [value, times] : others.excess_) count(value, times);
  }
  void clear() { excess_.clear(); }
  std::optional<std::uint64_t> origin_but(const std::optional<std::uint64_t>& known) const;

 private:
  void count(std::uint64_t value, int times);

  std::map<std::uint64_t, int> excess_;
};

class Pending {
 public:
  Pending(std::uint64_t key, std::int64_t bytes) : key_(key), bytes_(bytes) {}

  // Atomic ones are of this word.
  bool begins(std::uint64_t first, std::int64_t length) const {
    return key_ == first && bytes_ >= length;
  }
  std::uint64_t key() const { return key_; }
  bool is_of(std::uint64_t key, std::int64_t bytes) const { return key_ == key && bytes_ == bytes; }
  bool touches(std::uint64_t first, std::int64_t length) const {
    return first < key_ + static_cast<std::uint64_t>(bytes_) &&
           key_ < first + static_cast<std::uint64_t>(length);
  }

  void add(Update&& update);
  std::size_t size() const { return updates_.size() - seen_; }
  const FoundValues& found() const { return found_; }
  // That was told of last.
  const Update* last_atomic() const;
  // Whether one of them is so. Those that were told of last are asked first.
  template <class Is>
  bool any(Is is) const {
    for (auto update = updates_.rbegin(); update != updates_.rend(); ++update) {
      if (!update->is_seen && is(*update)) return true;
    }
    return false;
  }

  struct Arrival {
    SimTime time;
    int sender;            // the lowest first: who of several was heard first is the host's affair
    std::uint64_t number;  // of the update
    std::size_t place;

    bool operator<(const Arrival& other) const {
      return std::tie(time, sender, number) < std::tie(other.time, other.sender, other.number);
    }
  };
  // On a lane: from where on there are some, and the first one from there on, whose place that is
  // then; nullptr: there is none.
  std::size_t sort(std::size_t lane);
  const Arrival* at(std::size_t lane, std::size_t& from) const;
  const Update& update(const Arrival& arrival) const { return updates_[arrival.place]; }

  // It is pending no longer, but keeps its place until the next sweep.
  void see(const Arrival& arrival);
  void sweep();
  // Those from before a barrier.
  void end_before(std::int64_t epoch);

 private:
  struct Order {
    std::vector<Arrival> arrivals;
    std::size_t first = 0, known = 0;  // of the arrivals; of the updates
  };
  void forget_seen();

  std::uint64_t key_;
  std::int64_t bytes_;
  std::vector<Update> updates_;  // as they were told of
  std::size_t seen_ = 0;
  FoundValues found_;
  std::vector<Order> orders_;  // by lane
};

}  // namespace revprof

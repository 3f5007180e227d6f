// SPDX-License-Identifier: BSD-3-Clause
// What a rule says: candidates for a clock's next time. The latest one wins, on each lane for
// itself (settle.hpp).
#pragma once

#include <algorithm>

#include "revprof/engine/clock.hpp"
#include "revprof/engine/cost.hpp"

namespace revprof {

// A clock that it continues, and prices: one or two parts of a call.
struct Bid {
  const SimTime* from;           // as an Instant
  const Quote* quote = nullptr;  // nullptr: no price
  const SimTime* first = nullptr;
  const SimTime* second = nullptr;
  Part first_part = Part::own, second_part = Part::own;
  const SimTime* epoch = nullptr;  // the transfers of an epoch come on top; a Clock of theirs
  bool silent = false;             // if it loses, no step says so: another bid does, or none can

  explicit Bid(const SimTime* origin) : from(origin) {}
  Bid(const SimTime* origin, const Quote& price, Part part)
      : from(origin), quote(&price), first(price[part]), first_part(part) {}
  Bid(const SimTime* origin, const Quote& price, Part before, Part part)
      : from(origin),
        quote(&price),
        first(price[before]),
        second(price[part]),
        first_part(before),
        second_part(part) {}

  Bid(const SimTime* origin, Quote&& price, Part part) = delete;  // it is looked at later
  Bid(const SimTime* origin, Quote&& price, Part before, Part part) = delete;

  SimTime cost(std::size_t lane) const {
    SimTime sum = first == nullptr ? 0 : first[lane];
    if (second != nullptr) sum += second[lane];
    if (epoch != nullptr) sum += epoch[lane];
    return sum;
  }
  SimTime time(std::size_t lane) const { return from[lane] + cost(lane); }
  // ... on all lanes, several of which a processor adds up at once.
  void times(std::size_t lanes, SimTime* __restrict all) const {
    const auto add = [&](const SimTime* part) {
      if (part != nullptr) each_of(lanes, [&](std::size_t l) { all[l] += part[l]; });
    };
    each_of(lanes, [&](std::size_t l) { all[l] = from[l]; });
    add(first);
    add(second);
    add(epoch);
  }
};

// One whose price outlives the next look-up, kept in `room`.
inline Bid kept_bid(const SimTime* origin, const Quote& price, Part part, Instant& room) {
  std::copy_n(price[part], price.lanes, room.begin());
  Bid bid(origin, price, part);
  bid.first = room.data();
  return bid;
}

}  // namespace revprof

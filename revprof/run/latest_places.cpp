// SPDX-License-Identifier: BSD-3-Clause
// Merges clocks with their places.
#include "revprof/run/latest_places.hpp"

#include <algorithm>

namespace revprof {

namespace {

struct Candidate {
  SimTime time;
  StepPlace place;

  // In one order whoever compares: then all processes agree, and the result does not depend on the
  // order in which MPI merges. Of several that come at the same time the highest rank decides, as
  // the first process of a collective has a head start on some machines; and none without a place.
  bool before(const Candidate& other) const {
    return time != other.time ? time > other.time : place > other.place;
  }
  bool is(const Candidate& other) const { return time == other.time && place == other.place; }
};

}  // namespace

void PlacedClocks::merge(const SimTime* a, SimTime* b) const {
  const Candidate own[2] = {{b[lane], b[place()]}, {b[second()], b[second_place()]}};
  Candidate first = own[0], next = own[1];
  for (const Candidate& other :
       {Candidate{a[lane], a[place()]}, Candidate{a[second()], a[second_place()]}}) {
    if (other.is(first) || other.is(next)) continue;
    if (other.before(first)) {
      next = first;
      first = other;
    } else if (other.before(next)) {
      next = other;
    }
  }
  for (std::size_t l = 0; l < lanes; ++l) b[l] = std::max(a[l], b[l]);
  b[place()] = first.place;
  b[second()] = next.time;
  b[second_place()] = next.place;
}

}  // namespace revprof

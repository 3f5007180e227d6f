// SPDX-License-Identifier: BSD-3-Clause
// The links of a place, where the model's map of distances is one of links between neighbours: a
// ring, a mesh, a torus. Neighbours are those who are nearest to each other. If all are reached
// over them, and who is more of them away is farther by the clock, too, that is how messages go.
// The last link is that from the neighbour to which the sender has the shortest way; of several
// such, from the one nearest in rank to the sender, as routes go by dimensions, first over the
// nearest ranks; if there are still two, to the receiver. So is the first link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

class Links {
 public:
  // `transit`: a message's equations; nullptr: none was measured.
  Links(const PointToPoint& machine, const std::vector<DistanceClass>* transit);

  // Of a message between two places: by which link it leaves, and by which it comes, from 0 on; -1:
  // nobody knows.
  int first(int from, int to) const { return knows(from, to) ? first_[index(from, to)] : -1; }
  int last(int from, int to) const { return knows(from, to) ? last_[index(from, to)] : -1; }
  // The most links that a place has.
  int most() const { return most_; }

 private:
  bool knows(int from, int to) const {
    return from >= 0 && to >= 0 && from < places_ && to < places_ && from != to;
  }
  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(places_) +
           static_cast<std::size_t>(to);
  }

  int places_ = 0, most_ = 0;
  std::vector<std::int16_t> first_, last_;  // [from][to]
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The links of one place, on each lane's machine (links.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "revprof/engine/cost.hpp"
#include "revprof/engine/links.hpp"

namespace revprof {

class LaneLinks {
 public:
  LaneLinks(const CostTable& costs, int place);

  // By which one messages to that place leave, and those from it come, from 0 on; -1: nobody knows.
  int out(std::size_t lane, int to) const { return of_[lane]->first(place_, to); }
  int in(std::size_t lane, int from) const { return of_[lane]->last(from, place_); }
  // The most that a machine has.
  int most() const { return most_; }

 private:
  std::vector<std::shared_ptr<const Links>> of_;  // of the same model the same
  int place_, most_ = 0;
};

}  // namespace revprof

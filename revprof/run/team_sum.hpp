// SPDX-License-Identifier: BSD-3-Clause
// Numbers and times of all processes, summed at once: added, summed, and taken out again in the
// same order. Sums of times do not wrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "revprof/engine/sim_time.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

class TeamSum {
 public:
  void add(std::int64_t number) { values_.push_back(number); }
  void add_time(SimTime time) {
    const SimSum::Halves halves = SimSum::halves(time);
    values_.insert(values_.end(), {halves.high, halves.low});
  }

  // Of all processes; the sums are process 0's.
  void sum(Team& team) { values_ = team.sum(values_); }

  std::int64_t number() { return values_[next_++]; }
  SimSum time() {
    const std::int64_t high = number();
    return SimSum(SimSum::Halves{high, number()});
  }

 private:
  std::vector<std::int64_t> values_;
  std::size_t next_ = 0;
};

}  // namespace revprof

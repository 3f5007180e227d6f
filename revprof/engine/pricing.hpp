// SPDX-License-Identifier: BSD-3-Clause
// What a price of a recorded path costs on a lane: the one it was recorded on, or that of another
// model.
#pragma once

#include <string>
#include <vector>

#include "revprof/engine/cost.hpp"
#include "revprof/engine/path_step.hpp"

namespace revprof {

class Pricing {
 public:
  // processes: those of the program.
  Pricing(const Lane& lane, int processes, const CallTable& calls,
          const ProcessPlaces& places = ProcessPlaces())
      : lane_(lane), processes_(processes), table_({lane}, processes, calls, places) {}

  // Of one such, to the picosecond as the engine charges it; 0 for what no model knows
  // (computation, clocks).
  SimTime time(const Price& price);
  // ... and what it is made of.
  std::vector<CostTable::Multiples> multiples(const Price& price) const {
    return table_.multiples(price);
  }

  const Lane& lane() const { return lane_; }
  // By which the model tells ranks apart that this program has: "within 4", "2 apart".
  std::vector<std::string> distances() const;
  double step_seconds() const { return lane_.step_seconds * lane_.compute_factor; }

 private:
  Lane lane_;
  int processes_;
  CostTable table_;
};

}  // namespace revprof

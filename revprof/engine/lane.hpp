// SPDX-License-Identifier: BSD-3-Clause
// A lane: one scenario that the run predicts beside the others (DESIGN section 4).
#pragma once

#include <map>
#include <memory>
#include <string>

#include "fit/model.hpp"

namespace revprof {

constexpr int max_lanes = 64;
constexpr int default_lanes = 4;  // mean, low, high, equation of one model

// Which of an estimate's numbers a lane charges.
enum class LaneEstimate { mean, low, high, equation };

struct Lane {
  std::string name;
  std::shared_ptr<const Model> model;
  LaneEstimate estimate = LaneEstimate::mean;
  double step_seconds = 0;  // one compute step
  std::map<std::string, double>
      factors;  // by the name of the call or equation; 1 where it is not named
};

}  // namespace revprof

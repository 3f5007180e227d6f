// SPDX-License-Identifier: BSD-3-Clause
// A lane: one scenario that the run predicts beside the others (README.md).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "fit/model/estimate.hpp"
#include "fit/model/model.hpp"

namespace revprof {

constexpr int max_lanes = 64;
constexpr int default_lanes = 4;  // mean, low, high, equation of one model

// Which of an estimate's numbers a lane charges.
enum class LaneEstimate { mean, low, high, equation };

// Which one of three an estimate charges; equations know no other than the mean.
constexpr double of_estimate(LaneEstimate estimate, double low, double mean, double high) {
  return estimate == LaneEstimate::low ? low : estimate == LaneEstimate::high ? high : mean;
}

inline double of_estimate(LaneEstimate which, const Estimate& estimate) {
  if (which == LaneEstimate::equation) return estimate.equation;
  return of_estimate(which, estimate.low, estimate.mean, estimate.high);
}

// What a scenario multiplies a call's time with.
struct Factors {
  double time = 1;      // all of it
  double latency = 1;   // c + s * startup(p)
  double transfer = 1;  // k * data(p, d)
};

struct Lane {
  static constexpr const char* every_call = "*";

  std::string name;
  std::shared_ptr<const Model> model;
  LaneEstimate estimate = LaneEstimate::mean;
  double step_seconds = 0;  // one compute step
  // By the name of the call or equation, or for all that are not named (every_call).
  std::map<std::string, Factors> factors;
  double compute_factor = 1;  // on all computation
  double host_factor = 1;     // on this host's CPU time, from it to the lane's machine
  // Which estimate it charges for computation, where it is another one.
  std::optional<LaneEstimate> computation = std::nullopt;

  LaneEstimate of_computation() const { return computation.value_or(estimate); }
};

// What the engine asks of it, besides its model, in every rule.
struct LaneRate {
  double step_seconds, compute_factor, cpu_factor;  // of a unit; of all computation; of CPU time
  LaneEstimate estimate;                            // of calls

  explicit LaneRate(const Lane& lane)
      : step_seconds(lane.step_seconds * lane.compute_factor),
        compute_factor(lane.compute_factor),
        cpu_factor(lane.compute_factor * lane.host_factor),
        estimate(lane.estimate) {}
};

}  // namespace revprof

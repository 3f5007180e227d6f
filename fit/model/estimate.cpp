// SPDX-License-Identifier: BSD-3-Clause
// The estimate: the equation, corrected by what was measured nearby, with its band. The predictor
// calls it for every MPI call and lane, so nothing here allocates.
#include "fit/model/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "fit/model/correction.hpp"

namespace revprof {

namespace {

constexpr double largest_log_band = 20;  // a factor of 5e8 already says "no idea"

// Where the regime's equation stands for (p, d), so that it is positive everywhere. With c < 0 it
// can fall below zero only towards small p and d (s, k >= 0), so there it stays at the edge of its
// range. A literal least-squares model may also have negative slopes: then the range's edge, or its
// least positive corner.
Evaluation positive_point(const Regime& regime, int processes, std::int64_t bytes) {
  double p = processes;
  double d = static_cast<double>(bytes);
  const double min_p = regime.min_processes, max_p = regime.max_processes;
  const double min_d = static_cast<double>(regime.min_bytes);
  const double max_d = static_cast<double>(regime.max_bytes);
  if (regime.c < 0) {
    p = std::max(p, min_p);
    d = std::max(d, min_d);
  }
  if (equation(regime, p, d) > 0) return {&regime, p, d};
  const Evaluation edge = {&regime, std::clamp(p, min_p, max_p), std::clamp(d, min_d, max_d)};
  return edge.seconds() > 0 ? edge : least_positive_corner(regime);
}

// How many doublings (p, d) lies outside all regimes.
double doublings_extrapolated(const DistanceClass& equations, int processes, std::int64_t bytes) {
  int min_p = equations.regimes.front().min_processes;
  int max_p = equations.regimes.front().max_processes;
  std::int64_t min_d = equations.regimes.front().min_bytes;
  std::int64_t max_d = equations.regimes.front().max_bytes;
  for (const Regime& regime : equations.regimes) {
    min_p = std::min(min_p, regime.min_processes);
    max_p = std::max(max_p, regime.max_processes);
    min_d = std::min(min_d, regime.min_bytes);
    max_d = std::max(max_d, regime.max_bytes);
  }
  return doublings_outside(processes, min_p, max_p) + doublings_outside(static_cast<double>(bytes),
                                                                        static_cast<double>(min_d),
                                                                        static_cast<double>(max_d));
}

}  // namespace

double Evaluation::seconds() const {
  return regime == nullptr ? shortest_seconds : equation(*regime, processes, bytes);
}

Evaluation least_positive_corner(const Regime& regime) {
  Evaluation least;
  for (const int processes : {regime.min_processes, regime.max_processes}) {
    for (const std::int64_t bytes : {regime.min_bytes, regime.max_bytes}) {
      const Evaluation corner = {&regime, static_cast<double>(processes),
                                 static_cast<double>(bytes)};
      if (corner.seconds() <= 0) continue;
      if (least.regime == nullptr || corner.seconds() < least.seconds()) least = corner;
    }
  }
  return least;
}

Estimate estimate(const DistanceClass& equations, int processes, std::int64_t bytes) {
  const Regime& regime = regime_at(equations, processes, bytes);
  Estimate result;
  result.equation = positive_point(regime, processes, bytes).seconds();
  Correction correction;
  if (equations.cells) correction = correction_at(equations, regime, processes, bytes);
  result.mean = result.equation * std::exp(correction.residual);
  result.spread = regime.repetition_spread.value_or(0);
  const double outside = doublings_extrapolated(equations, processes, bytes);
  result.extrapolated = outside > 0;
  // One doubling outside costs twice the error.
  const double log_band = std::max(
      normal_95 * regime.cell_error.value_or(0),
      (correction.unknown + outside) * std::log(std::max(regime.band_factor.value_or(1), 1.0)));
  const double factor = std::exp(std::min(log_band, largest_log_band));
  result.low = result.mean / factor;
  result.high = result.mean * factor;
  return result;
}

Evaluation evaluation(const DistanceClass& equations, int processes, std::int64_t bytes) {
  return positive_point(regime_at(equations, processes, bytes), processes, bytes);
}

}  // namespace revprof

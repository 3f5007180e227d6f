// SPDX-License-Identifier: BSD-3-Clause
// The estimate: the equation, corrected by what was measured nearby, with its band. The predictor
// calls it for every MPI call and lane, so nothing here allocates.
#include "fit/estimate.hpp"

#include <algorithm>
#include <cmath>

namespace revprof {

namespace {

constexpr double shortest_seconds = 1e-9;  // for an equation that is positive nowhere in its range
constexpr double fade_doublings = 2;       // this far outside the measured hull no residual is left
constexpr double largest_log_band = 20;    // a factor of 5e8 already says "no idea"

// Position on a logarithmic axis; no bytes at all stand one doubling below one byte.
double position(double value) { return std::log2(std::max(value, 0.5)); }

double doublings_outside(double x, double low, double high) {
  if (x < low) return position(low) - position(x);
  if (x > high) return position(x) - position(high);
  return 0;
}

// The regime's equation, but positive everywhere. With c < 0 it can fall below zero only towards
// small p and d (s, k >= 0), so there it stays at the edge of its range. A literal least-squares
// model may also have negative slopes: then the range's edge, or its least positive corner.
double positive_equation(const Regime& regime, int processes, std::int64_t bytes) {
  double p = processes;
  double d = static_cast<double>(bytes);
  const double min_p = regime.min_processes, max_p = regime.max_processes;
  const double min_d = static_cast<double>(regime.min_bytes);
  const double max_d = static_cast<double>(regime.max_bytes);
  if (regime.c < 0) {
    p = std::max(p, min_p);
    d = std::max(d, min_d);
  }
  const double value = equation(regime, p, d);
  if (value > 0) return value;
  const double edge = equation(regime, std::clamp(p, min_p, max_p), std::clamp(d, min_d, max_d));
  if (edge > 0) return edge;
  double least = 0;
  for (const double corner : {equation(regime, min_p, min_d), equation(regime, min_p, max_d),
                              equation(regime, max_p, min_d), equation(regime, max_p, max_d)}) {
    if (corner > 0 && (least == 0 || corner < least)) least = corner;
  }
  return least > 0 ? least : shortest_seconds;
}

// The nearest known values at or below and above a position, and what lies between them.
struct Neighbours {
  bool has_lower = false, has_upper = false;
  double lower_position = 0, lower = 0, upper_position = 0, upper = 0;

  void add(double at, double value, double wanted) {
    if (at <= wanted && (!has_lower || at > lower_position)) {
      has_lower = true, lower_position = at, lower = value;
    }
    if (at >= wanted && (!has_upper || at < upper_position)) {
      has_upper = true, upper_position = at, upper = value;
    }
  }
  bool empty() const { return !has_lower && !has_upper; }
  double between(double wanted) const {
    if (!has_lower) return upper;
    if (!has_upper) return lower;
    if (upper_position <= lower_position) return lower;
    const double share = (wanted - lower_position) / (upper_position - lower_position);
    return lower + share * (upper - lower);
  }
};

// Only cells of the same regime count: a residual belongs to its own equation.
double interpolated_residual(const Cells& cells, const Regime& regime, int processes,
                             std::int64_t bytes) {
  const double wanted_p = position(processes);
  const double wanted_d = position(static_cast<double>(bytes));
  Neighbours rows;
  for (std::size_t i = 0; i < cells.processes.size(); ++i) {
    const int p = cells.processes[i];
    if (p < regime.min_processes || p > regime.max_processes) continue;
    Neighbours columns;
    for (std::size_t j = 0; j < cells.bytes.size(); ++j) {
      const std::int64_t d = cells.bytes[j];
      if (d < regime.min_bytes || d > regime.max_bytes) continue;
      const double residual = cells.log_residuals[i][j];
      if (!std::isnan(residual)) columns.add(position(static_cast<double>(d)), residual, wanted_d);
    }
    if (!columns.empty()) rows.add(position(p), columns.between(wanted_d), wanted_p);
  }
  return rows.empty() ? 0 : rows.between(wanted_p);
}

double faded_residual(const Cells& cells, const Regime& regime, int processes, std::int64_t bytes) {
  if (cells.processes.empty() || cells.bytes.empty()) return 0;
  const double outside =
      doublings_outside(processes, cells.processes.front(), cells.processes.back()) +
      doublings_outside(static_cast<double>(bytes), static_cast<double>(cells.bytes.front()),
                        static_cast<double>(cells.bytes.back()));
  const double strength = 1 - outside / fade_doublings;
  return strength > 0 ? strength * interpolated_residual(cells, regime, processes, bytes) : 0;
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

Estimate estimate(const DistanceClass& equations, int processes, std::int64_t bytes) {
  const Regime& regime = regime_at(equations, processes, bytes);
  Estimate result;
  result.equation = positive_equation(regime, processes, bytes);
  result.mean = result.equation;
  if (equations.cells) {
    result.mean *= std::exp(faded_residual(*equations.cells, regime, processes, bytes));
  }
  const double outside = doublings_extrapolated(equations, processes, bytes);
  result.extrapolated = outside > 0;
  result.low = result.high = result.mean;
  if (regime.band_factor && *regime.band_factor > 1) {
    // One doubling outside costs twice the error.
    const double log_band =
        std::min((1 + outside) * std::log(*regime.band_factor), largest_log_band);
    const double factor = std::exp(log_band);
    result.low = result.mean / factor;
    result.high = result.mean * factor;
  }
  return result;
}

}  // namespace revprof

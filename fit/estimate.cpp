// SPDX-License-Identifier: BSD-3-Clause
// The estimate: the equation, corrected by what was measured nearby, with its band. The predictor
// calls it for every MPI call and lane, so nothing here allocates.
#include "fit/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

// Linear between two known values on the logarithmic axis; with one of them, that one.
struct Known {
  double at = 0, residual = 0;
};

double between(const std::optional<Known>& lower, const std::optional<Known>& upper,
               double wanted) {
  if (!lower) return upper->residual;
  if (!upper || upper->at <= lower->at) return lower->residual;
  const double start = position(lower->at);
  const double share = (position(wanted) - start) / (position(upper->at) - start);
  return lower->residual + share * (upper->residual - lower->residual);
}

// One process count's residual at a size; nothing if nothing was measured there. Only cells of the
// same regime count: a residual belongs to its own equation.
std::optional<double> residual_in_row(const Cells& cells, std::size_t row, const Regime& regime,
                                      std::int64_t bytes) {
  const std::vector<double>& residuals = cells.log_residuals[row];
  const auto place = static_cast<std::size_t>(
      std::lower_bound(cells.bytes.begin(), cells.bytes.end(), bytes) - cells.bytes.begin());
  std::optional<Known> lower, upper;
  for (std::size_t j = place; j < cells.bytes.size() && cells.bytes[j] <= regime.max_bytes; ++j) {
    if (cells.bytes[j] < regime.min_bytes || std::isnan(residuals[j])) continue;
    upper = Known{static_cast<double>(cells.bytes[j]), residuals[j]};
    break;
  }
  if (upper && upper->at == static_cast<double>(bytes)) return upper->residual;
  for (std::size_t j = place; j-- > 0 && cells.bytes[j] >= regime.min_bytes;) {
    if (cells.bytes[j] > regime.max_bytes || std::isnan(residuals[j])) continue;
    lower = Known{static_cast<double>(cells.bytes[j]), residuals[j]};
    break;
  }
  if (!lower && !upper) return std::nullopt;
  return between(lower, upper, static_cast<double>(bytes));
}

double interpolated_residual(const Cells& cells, const Regime& regime, int processes,
                             std::int64_t bytes) {
  const std::vector<int>& counts = cells.processes;
  const auto place = static_cast<std::size_t>(
      std::lower_bound(counts.begin(), counts.end(), processes) - counts.begin());
  std::optional<Known> lower, upper;
  for (std::size_t i = place; i < counts.size() && counts[i] <= regime.max_processes; ++i) {
    if (counts[i] < regime.min_processes) continue;
    const auto residual = residual_in_row(cells, i, regime, bytes);
    if (!residual) continue;
    upper = Known{static_cast<double>(counts[i]), *residual};
    break;
  }
  if (upper && upper->at == processes) return upper->residual;
  for (std::size_t i = place; i-- > 0 && counts[i] >= regime.min_processes;) {
    if (counts[i] > regime.max_processes) continue;
    const auto residual = residual_in_row(cells, i, regime, bytes);
    if (!residual) continue;
    lower = Known{static_cast<double>(counts[i]), *residual};
    break;
  }
  return lower || upper ? between(lower, upper, processes) : 0;
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

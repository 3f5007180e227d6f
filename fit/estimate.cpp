// SPDX-License-Identifier: BSD-3-Clause
// The estimate: the equation, corrected by what was measured nearby, with its band. The predictor
// calls it for every MPI call and lane, so nothing here allocates.
#include "fit/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace revprof {

namespace {

constexpr double fade_doublings = 2;     // this far outside the measured hull no residual is left
constexpr double largest_log_band = 20;  // a factor of 5e8 already says "no idea"

// Position on a logarithmic axis; no bytes at all stand one doubling below one byte.
double position(double value) { return std::log2(std::max(value, 0.5)); }

double doublings_outside(double x, double low, double high) {
  if (x < low) return position(low) - position(x);
  if (x > high) return position(x) - position(high);
  return 0;
}

double seconds_at(const Evaluation& place) {
  return place.regime == nullptr ? shortest_seconds
                                 : equation(*place.regime, place.processes, place.bytes);
}

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
  if (seconds_at(edge) > 0) return edge;
  Evaluation least;
  for (const Evaluation& corner :
       {Evaluation{&regime, min_p, min_d}, Evaluation{&regime, min_p, max_d},
        Evaluation{&regime, max_p, min_d}, Evaluation{&regime, max_p, max_d}}) {
    if (seconds_at(corner) <= 0) continue;
    if (least.regime == nullptr || seconds_at(corner) < seconds_at(least)) least = corner;
  }
  return least;
}

// What the measured cells say of (p, d): the log residual there, and how little is known of it,
// from 0 at a measured cell to 1 where no cell can tell.
struct Correction {
  double residual = 0, unknown = 1;
};

struct Known {
  double at = 0;
  Correction correction;
};

// Linear between two known values on the logarithmic axis; with one of them, that one. A value that
// is pinned at both ends is least known halfway, as a random walk between two fixed points is.
Correction between(const std::optional<Known>& lower, const std::optional<Known>& upper,
                   double wanted) {
  if (!lower) return {upper->correction.residual, 1};
  if (!upper) return {lower->correction.residual, 1};
  const double start = position(lower->at);
  const double share = (position(wanted) - start) / (position(upper->at) - start);
  const auto mixed = [&](double a, double b) { return a + share * (b - a); };
  return {mixed(lower->correction.residual, upper->correction.residual),
          std::max(2 * std::sqrt(share * (1 - share)),
                   mixed(lower->correction.unknown, upper->correction.unknown))};
}

// One process count's residual at a size; nothing if nothing was measured there. Only cells of the
// same regime count: a residual belongs to its own equation.
std::optional<Correction> correction_in_row(const Cells& cells, std::size_t row,
                                            const Regime& regime, std::int64_t bytes) {
  const std::vector<double>& residuals = cells.log_residuals[row];
  const auto place = static_cast<std::size_t>(
      std::lower_bound(cells.bytes.begin(), cells.bytes.end(), bytes) - cells.bytes.begin());
  std::optional<Known> lower, upper;
  for (std::size_t j = place; j < cells.bytes.size() && cells.bytes[j] <= regime.max_bytes; ++j) {
    if (cells.bytes[j] < regime.min_bytes || std::isnan(residuals[j])) continue;
    upper = Known{static_cast<double>(cells.bytes[j]), {residuals[j], 0}};
    break;
  }
  if (upper && upper->at == static_cast<double>(bytes)) return upper->correction;
  for (std::size_t j = place; j-- > 0 && cells.bytes[j] >= regime.min_bytes;) {
    if (cells.bytes[j] > regime.max_bytes || std::isnan(residuals[j])) continue;
    lower = Known{static_cast<double>(cells.bytes[j]), {residuals[j], 0}};
    break;
  }
  if (!lower && !upper) return std::nullopt;
  return between(lower, upper, static_cast<double>(bytes));
}

Correction interpolated(const Cells& cells, const Regime& regime, int processes,
                        std::int64_t bytes) {
  const std::vector<int>& counts = cells.processes;
  const auto place = static_cast<std::size_t>(
      std::lower_bound(counts.begin(), counts.end(), processes) - counts.begin());
  std::optional<Known> lower, upper;
  for (std::size_t i = place; i < counts.size() && counts[i] <= regime.max_processes; ++i) {
    if (counts[i] < regime.min_processes) continue;
    const auto found = correction_in_row(cells, i, regime, bytes);
    if (!found) continue;
    upper = Known{static_cast<double>(counts[i]), *found};
    break;
  }
  if (upper && upper->at == processes) return upper->correction;
  for (std::size_t i = place; i-- > 0 && counts[i] >= regime.min_processes;) {
    if (counts[i] > regime.max_processes) continue;
    const auto found = correction_in_row(cells, i, regime, bytes);
    if (!found) continue;
    lower = Known{static_cast<double>(counts[i]), *found};
    break;
  }
  return lower || upper ? between(lower, upper, processes) : Correction{};
}

// Outside the measured cells the residual fades to nothing.
Correction correction_at(const Cells& cells, const Regime& regime, int processes,
                         std::int64_t bytes) {
  if (cells.processes.empty() || cells.bytes.empty()) return {};
  const double outside =
      doublings_outside(processes, cells.processes.front(), cells.processes.back()) +
      doublings_outside(static_cast<double>(bytes), static_cast<double>(cells.bytes.front()),
                        static_cast<double>(cells.bytes.back()));
  const double strength = 1 - outside / fade_doublings;
  if (strength <= 0) return {};
  const Correction found = interpolated(cells, regime, processes, bytes);
  return {strength * found.residual, outside > 0 ? 1 : found.unknown};
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
  result.equation = seconds_at(positive_point(regime, processes, bytes));
  Correction correction;
  if (equations.cells) correction = correction_at(*equations.cells, regime, processes, bytes);
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

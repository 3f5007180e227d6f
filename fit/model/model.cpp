// SPDX-License-Identifier: BSD-3-Clause
// Finding one's way in a model: the class that serves a group, the regime that holds (p, d), its
// equation.
#include "fit/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace revprof {

namespace {

// "beyond" holds every pair, so it is larger than any block.
int extent(int within) { return within <= 0 ? std::numeric_limits<int>::max() : within; }

double distance(const Regime& regime, int processes, std::int64_t bytes) {
  return doublings_outside(processes, regime.min_processes, regime.max_processes) +
         doublings_outside(static_cast<double>(bytes), static_cast<double>(regime.min_bytes),
                           static_cast<double>(regime.max_bytes));
}

bool holds(const Regime& regime, int processes, std::int64_t bytes) {
  return regime.min_processes <= processes && processes <= regime.max_processes &&
         regime.min_bytes <= bytes && bytes <= regime.max_bytes;
}

// Among the classes of ranks r apart; nullptr: there is none.
const DistanceClass* nearest(const std::vector<DistanceClass>& classes, int apart) {
  const DistanceClass* found = nullptr;
  const auto ratio = [&](const DistanceClass& each) {
    return std::abs(std::log(static_cast<double>(-each.within) / apart));
  };
  for (const DistanceClass& each : classes) {
    if (each.within >= 0 || apart <= 0) continue;
    if (found == nullptr || ratio(each) < ratio(*found)) found = &each;
  }
  return found;
}

}  // namespace

double doublings_outside(double x, double low, double high) {
  const auto position = [](double value) { return std::log2(std::max(value, 0.5)); };
  if (x < low) return position(low) - position(x);
  if (x > high) return position(x) - position(high);
  return 0;
}

std::string with_class(const std::string& call, int within) {
  return within == 0 ? call : call + " (" + distance_name(within) + ")";
}

const DistanceClass& distance_class(const std::vector<DistanceClass>& classes, int within,
                                    int apart) {
  if (within <= 0) {
    const DistanceClass* const found = nearest(classes, within < 0 ? -within : apart);
    if (found != nullptr) return *found;
  }
  const DistanceClass* largest = nullptr;
  const DistanceClass* next_larger = nullptr;
  for (const DistanceClass& each : classes) {
    if (each.within < 0) continue;
    if (!largest || extent(each.within) > extent(largest->within)) largest = &each;
    if (extent(each.within) < extent(within)) continue;
    if (!next_larger || extent(each.within) < extent(next_larger->within)) next_larger = &each;
  }
  if (next_larger) return *next_larger;
  return largest ? *largest : classes.front();
}

const Regime& regime_at(const DistanceClass& equations, int processes, std::int64_t bytes) {
  for (const Regime& regime : equations.regimes) {
    if (holds(regime, processes, bytes)) return regime;
  }
  return *std::min_element(equations.regimes.begin(), equations.regimes.end(),
                           [&](const Regime& a, const Regime& b) {
                             return distance(a, processes, bytes) < distance(b, processes, bytes);
                           });
}

std::vector<double> errors_of_cells(const DistanceClass& equations) {
  std::vector<double> errors;
  if (!equations.cells) return errors;
  for (const std::vector<double>& row : equations.cells->log_residuals) {
    for (const double residual : row) {
      if (!std::isnan(residual)) errors.push_back(std::abs(std::expm1(-residual)));
    }
  }
  return errors;
}

double equation(const Regime& regime, double processes, double bytes) {
  return regime.c + regime.s * startup_term(regime.form.startup, processes) +
         regime.k * data_term(regime.form.data, processes, bytes);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The time of one call for p processes and d bytes: low, mean (corrected), high, and the pure
// equation.
#pragma once

#include <cstdint>

#include "fit/model/model.hpp"

namespace revprof {

constexpr double normal_95 = 1.96;  // a normal distribution's standard deviations that hold 95 %

// Seconds; low <= mean <= high. `mean` is the equation times the interpolated residual of the
// measured cells (fit/model/correction.hpp). `low` and `high` bound the typical time (it is the
// same error in every such call), `spread` is how much single calls scatter around it.
struct Estimate {
  double low = 0, mean = 0, high = 0, equation = 0;
  double spread = 0;          // standard deviation of log t, from one call to the next
  bool extrapolated = false;  // p or d lies outside what was measured
};

Estimate estimate(const DistanceClass& equations, int processes, std::int64_t bytes);

// The regime that `estimate` asked, and the point at which it did: (p, d), or, where its equation
// is not positive there, the nearest one where it is. Nowhere: regime is nullptr, and the time is
// shortest_seconds.
struct Evaluation {
  const Regime* regime = nullptr;
  double processes = 0, bytes = 0;

  double latency() const {  // seconds that do not depend on d
    return regime->c + regime->s * startup_term(regime->form.startup, processes);
  }
  double transfer() const {  // ... that do
    return regime->k * data_term(regime->form.data, processes, bytes);
  }
  double seconds() const;
};
constexpr double shortest_seconds = 1e-9;

// The corner of a regime's range where its equation is least and still positive.
Evaluation least_positive_corner(const Regime& regime);

Evaluation evaluation(const DistanceClass& equations, int processes, std::int64_t bytes);

}  // namespace revprof

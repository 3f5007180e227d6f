// SPDX-License-Identifier: BSD-3-Clause
// The prediction band of a regime: low = t / factor, high = t * factor.
#pragma once

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/regimes.hpp"

namespace revprof {

// Student's t: the value not exceeded with this probability.
double student_t_quantile(double probability, double degrees_of_freedom);

// Robust standard deviation of log t around the equation.
double log_scatter(const Points& points, const EquationFit& fit);

double band_factor(const Range& range, const EquationFit& fit, double confidence);

}  // namespace revprof

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

// A standard deviation of log t, and how many degrees of freedom say so.
struct Scatter {
  double deviation = 0, freedom = 0;
};
Scatter scatter_of(const Points& points, const EquationFit& fit);

// What the others of one set of measurements say of one of them, before its own points do: their
// mean square, by degrees of freedom, as if it rested on no more than a few of them (moderated t:
// Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004).
class OtherScatter {
 public:
  void add(const Scatter& one);
  Scatter without(const Scatter& one) const;

 private:
  double squares_ = 0, freedom_ = 0;
};

double band_factor(const Range& range, const EquationFit& fit, const Scatter& others,
                   double confidence);

}  // namespace revprof

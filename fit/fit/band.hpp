// SPDX-License-Identifier: BSD-3-Clause
// The prediction band of a regime: low = t / factor, high = t * factor.
#pragma once

#include <vector>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/regimes.hpp"

namespace revprof {

// Student's t: the value not exceeded with this probability.
double student_t_quantile(double probability, double degrees_of_freedom);

// Robust standard deviation of log t around the equation.
double log_scatter(const Points& points, const EquationFit& fit);

Scatter scatter_of(const Points& points, const EquationFit& fit);

// What the others of one set of measurements say of one of them, before its own points do: their
// median, as if it rested on no more than a few degrees of freedom (moderated t: Smyth, Statistical
// Applications in Genetics and Molecular Biology 3, 2004; the median as one that was disturbed says
// nothing of the others).
class OtherScatter {
 public:
  void add(const Scatter& one);
  Scatter without(const Scatter& one) const;

 private:
  std::vector<Scatter> all_;
};

// Of points around their equation, and from one launch to the next.
template <typename Known>
struct BandScatter {
  Known points, launches;
};

double band_factor(const Range& range, const EquationFit& fit, const BandScatter<Scatter>& others,
                   double confidence);

}  // namespace revprof

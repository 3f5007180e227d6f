// SPDX-License-Identifier: BSD-3-Clause
// A fitted equation in its range, as the model records it.
#pragma once

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/regimes.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Range, form, coefficients, standard errors and covariance.
Regime recorded(const Range& range, const EquationFit& fit);

}  // namespace revprof

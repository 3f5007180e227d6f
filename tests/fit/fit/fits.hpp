// SPDX-License-Identifier: BSD-3-Clause
// What tests of several fits share.
#pragma once

#include "fit/fit/fit.hpp"
#include "fit/model/estimate.hpp"
#include "samples.hpp"

namespace revprof {

inline const DistanceClass& only_class(const FitResult& result, const char* call = "MPI_Bcast") {
  return result.model.calls.at(call).at(0);
}

// Coefficients that make every term count somewhere on the grid.
inline samples::Time balanced(Form form) {
  const double s = 60e-6 / startup_term(form.startup, 64);
  const double k = 4e-3 / data_term(form.data, 64, 1 << 20);
  return samples::equation(form, 5e-6, s, k);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// From the times of a program's segments to its profile.
#pragma once

#include <cstddef>

#include "fit/fit/fit.hpp"
#include "fit/model/profile.hpp"

namespace revprof {

struct ProfileFit {
  Profile profile;
  std::size_t fitted = 0;        // segments with an equation by the fit
  std::size_t proportional = 0;  // ... with too few points for it: t = k w, and what was measured
  std::size_t rare = 0;          // segments that share one equation
  double rare_share = 0;         // of all time
};

// Throws FitError where the measurements are not of segments.
ProfileFit fit_profile(const Measurements& measurements, const FitOptions& options = {});

}  // namespace revprof

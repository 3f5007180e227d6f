// SPDX-License-Identifier: BSD-3-Clause
// How well an equation meets points: relative errors, and the share of points inside the band.
#pragma once

#include "fit/fit/points.hpp"
#include "fit/model/estimate.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Whether a band holds a time: it ends at the worst one of its own, but for rounding.
bool band_holds(const Estimate& band, double seconds);

// Without the errors of points left out: they take other fits.
Quality quality_of(const Points& points, const Regime& regime);

}  // namespace revprof

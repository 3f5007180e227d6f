// SPDX-License-Identifier: BSD-3-Clause
// How well an equation meets points: relative errors, and the share of points inside the band.
#pragma once

#include "fit/fit/points.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Without the errors of points left out: they take other fits.
Quality quality_of(const Points& points, const Regime& regime);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How well the segments of a program are known.
#pragma once

#include <string>

#include "fit/fit/profile_fit.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

// The dearest segments, what they take of all time, their equations and errors.
std::string profile_table(const Measurements& measurements, const ProfileFit& fit);

}  // namespace revprof

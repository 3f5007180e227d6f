// SPDX-License-Identifier: BSD-3-Clause
// What the header of the measurements says of the machine.
#pragma once

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// All throw FitError where an entry is not what characterize writes there.
Machine machine_of(const Measurements& measurements);
PointToPoint point_to_point_of(const Measurements& measurements);
Computation computation_of(const Measurements& measurements);  // without its times

}  // namespace revprof

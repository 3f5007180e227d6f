// SPDX-License-Identifier: BSD-3-Clause
// `revprof run --runs N`: the same command several times, and once more charged with what these
// runs have in common, so that what the host did in one of them is no prediction.
#pragma once

#include "revprof/launch/run/launch.hpp"

namespace revprof {

// Throws UsageError where all runs would be the same.
void check_repeated_runs(const Settings& settings, int runs);

// The runs stand in DIR/run1, DIR/run2, ..., the prediction in DIR. Stops with a message, and keeps
// what is done, where a run fails, is interrupted, or is not of the same program flow as the first.
Outcome launch_repeatedly(const Launch& launch, int runs);

}  // namespace revprof

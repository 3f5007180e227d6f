// SPDX-License-Identifier: BSD-3-Clause
// What a run's computation comes to, at its end: segments and regions of all processes.
#pragma once

#include "revprof/run/run.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// Ends what is under way. Of all processes; what comes back is process 0's.
ComputationSummary gather_computation(Run& run);

// On process 0: how far computation was counted or announced, for the summary's warnings.
void warn_of_computation(Summary& summary);

}  // namespace revprof

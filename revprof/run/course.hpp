// SPDX-License-Identifier: BSD-3-Clause
// How a run begins and ends, of all processes together, once their library has begun and before it
// ends.
#pragma once

#include <string>

#include "revprof/run/plan.hpp"
#include "revprof/run/run.hpp"

namespace revprof {

// Fills in `run`, whose team and `threaded` are there already; the plan is agreed upon. Those that
// others have started write into `parents_output`, inside which their directory is made. What goes
// wrong ends all processes with exit code 2.
void begin_run(Run& run, Plan plan, const std::string& parents_output);

// Writes the results, unless a process is missing: false. Then nothing is left to be done together.
bool end_run(Run& run);

}  // namespace revprof

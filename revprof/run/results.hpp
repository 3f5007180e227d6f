// SPDX-License-Identifier: BSD-3-Clause
// What a run leaves: summary.json and the printed summary, gathered from all processes at
// its end.
#pragma once

#include <string>

#include "revprof/run/run.hpp"
#include "revprof/run/site_results.hpp"

namespace revprof {

// Of all processes. Rank 0 writes, and prints with what else is to be said at the
// end; a failure is reported and does not stop the program.
void write_results(Run& run, const GatheredSites& sites, const std::string& more);

// This process's command line, for messages and the summary.
std::string command_line();

}  // namespace revprof

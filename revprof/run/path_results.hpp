// SPDX-License-Identifier: BSD-3-Clause
// The critical path, once the program has ended: path.json.
#pragma once

#include <string>

#include "revprof/run/run.hpp"
#include "revprof/run/site_results.hpp"

namespace revprof {

// Of all processes, and after it the steps are gone. Nothing where no path was
// recorded. On rank 0: what the summary says of it.
std::string write_path(Run& run, const GatheredSites& sites);

}  // namespace revprof

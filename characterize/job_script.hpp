// SPDX-License-Identifier: BSD-3-Clause
// What --job-script prints: a batch job that measures a cluster, to be adapted and submitted.
#pragma once

#include <string>

namespace revprof {

// "slurm" or "pbs"; empty for anything else. The job's time limit follows from the budget.
std::string job_script(const std::string& scheduler, const std::string& program,
                       double time_budget_seconds);

}  // namespace revprof

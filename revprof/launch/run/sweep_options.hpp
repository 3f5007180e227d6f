// SPDX-License-Identifier: BSD-3-Clause
// What the command line of `revprof sweep` can say.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "revprof/launch/run/sweep_plan.hpp"

namespace revprof {

const char* sweep_usage();
boost::program_options::options_description sweep_options();

// Throws UsageError.
SweepRange chosen_range(const boost::program_options::variables_map& chosen,
                        const std::vector<std::string>& program);

// Where the results are to go.
std::string sweep_directory(const boost::program_options::variables_map& chosen);

}  // namespace revprof

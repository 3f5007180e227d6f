// SPDX-License-Identifier: BSD-3-Clause
// `revprof model eval`: what a call takes for some p and d.
#pragma once

#include <boost/program_options.hpp>
#include <string>

namespace revprof {

boost::program_options::options_description eval_options();

// Prints a table, CSV, or the equations as a function; the exit code. Throws UsageError.
int eval_model(const std::string& machine, const std::string& call,
               const boost::program_options::variables_map& chosen);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The directory of the results: process 0's.
#pragma once

#include <string>

#include "revprof/run/team.hpp"
#include "revprof/settings.hpp"

namespace revprof {

// Of all processes. Rank 0 makes the directory; all learn its absolute path, and rank 0 alone why
// there is none. Processes that others have started write into a directory inside theirs.
std::string make_output(const Settings& settings, const std::string& parents, Team& team,
                        std::string& error);

// Of the node that this process is on.
std::string node_name();

}  // namespace revprof

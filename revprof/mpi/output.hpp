// SPDX-License-Identifier: BSD-3-Clause
// The directory of the results: process 0's.
#pragma once

#include <mpi.h>

#include <string>

#include "revprof/settings.hpp"

namespace revprof {

// Of all processes. Rank 0 makes the directory; all learn its absolute path, and rank 0 alone why
// there is none. Processes that others have started write into a directory inside theirs.
std::string make_output(const Settings& settings, const std::string& parents, MPI_Comm world,
                        int rank, std::string& error);

std::string node_name();

}  // namespace revprof

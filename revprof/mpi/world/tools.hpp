// SPDX-License-Identifier: BSD-3-Clause
// Other tools of MPI's profiling interface (MPI-3.1 section 14.2) in the program.
#pragma once

#include "revprof/mpi/host/linked_file.hpp"

namespace revprof {

// It takes the place of a call and makes it by its name for profiling. MPI's own libraries define
// those names.
bool is_tool(const LinkedFile& file);

}  // namespace revprof

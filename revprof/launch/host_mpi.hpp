// SPDX-License-Identifier: BSD-3-Clause
// How programs are started on this host: Open MPI's mpirun and what it must be told.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace revprof {

// The mpirun of Open MPI: `wanted` where it is not empty, else mpirun or mpirun.openmpi of PATH.
// Throws std::runtime_error where none is found or it is another MPI's.
std::string find_mpirun(const std::string& wanted);

// Cores that this process may use.
int usable_cores();

// Variables that let `processes` of them run here: more than there are cores, also as root. What
// the environment already says stays as it is.
std::vector<std::pair<std::string, std::string>> host_mpi_environment(int processes);

// librevprof.so: `wanted` where it is not empty, else the one beside this program (../lib).
// Absolute. Throws std::runtime_error where it is missing or its name cannot be preloaded.
std::string find_library(const std::string& wanted);

}  // namespace revprof

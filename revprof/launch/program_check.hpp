// SPDX-License-Identifier: BSD-3-Clause
// Looks into a program before it is started: can revprof see every MPI call that it makes?
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/host_mpi.hpp"

namespace revprof {

// The path that a shell would start for this name: as it stands where it holds a slash, else the
// first of PATH. Throws std::runtime_error where there is none or it is no executable file.
std::string find_program(const std::string& name);

// Throws std::runtime_error, saying why, where revprof could not predict the program: statically
// linked, without MPI, with several or an unknown one, MPI calls of its own making. Returns
// what it is linked with; nullptr for scripts and programs that load or start others (env,
// python3): what they start decides.
const HostMpi* check_program(const std::string& path);

}  // namespace revprof

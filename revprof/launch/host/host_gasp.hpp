// SPDX-License-Identifier: BSD-3-Clause
// What is different for UPC programs, which are linked with librevprof_gasp themselves: as GASP's
// tools are.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

// That library, of those that a program is linked with; empty: it is not among them.
std::string gasp_library(const std::vector<LoadedLibrary>& libraries);

// The launcher of a UPC program that no MPI starts: `wanted`, or upcrun of PATH. Throws
// std::runtime_error where there is none.
Launcher find_upcrun(const std::string& wanted);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What is different for OpenSHMEM programs: the library, and what the host's Open MPI must be told.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

// Whether a program that is linked with these makes OpenSHMEM calls: Open MPI's (liboshmem.so.40).
bool has_openshmem(const std::vector<LoadedLibrary>& libraries);

// The library for such programs, beside `library`, which is that for MPI's. Throws
// std::runtime_error where it is missing.
std::string shmem_library_beside(const std::string& library);

// Open MPI 4.1.4's programs end by a crash in shmem_finalize where it uses its transport "uct".
// Says to leave that out, unless the user says something of transports: in the environment, to the
// launcher, or in ~/.openmpi/mca-params.conf.
std::vector<std::pair<std::string, std::string>> shmem_environment(
    const std::vector<std::string>& launcher_arguments);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What LD_PRELOAD is for a program.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

// revprof's library, and behind it what is in `present`, the LD_PRELOAD of now; before it those
// that are tools of MPI's profiling interface, which see the program's own arguments.
// AddressSanitizer's runtime comes first, be it there or what the program is linked with: it ends a
// program that has any other library before it.
std::string preload(const std::string& library, const std::string& present,
                    const std::vector<LoadedLibrary>& of_program);

}  // namespace revprof

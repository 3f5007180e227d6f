// SPDX-License-Identifier: BSD-3-Clause
// Tools of MPI's profiling interface (MPI-3.1, 14.2), as their files show them.
#pragma once

#include "revprof/launch/look/elf_symbols.hpp"

namespace revprof {

// It has a call of MPI's of its own and makes it by its name for profiling: revprof's library then
// comes behind it (revprof/mpi/world/tools.cpp).
// A file that holds librevprof itself is none.
bool is_profiling_tool(const std::string& path, const ElfSymbols& elf);

}  // namespace revprof

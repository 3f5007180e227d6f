// SPDX-License-Identifier: BSD-3-Clause
// The files whose code a program brings along: itself and its libraries, but not those of MPI, of
// the languages and of the system.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/look/elf_symbols.hpp"
#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

struct ProgramFile {
  std::string name;  // "liblammps.so.0"; of the program itself its file name
  std::string path;
  ElfSymbols elf;
};

// MPI's own libraries, libstdc++, libgfortran, libc, ...: what they do is not the program's doing.
bool is_system_library(const std::string& name);

// The program first, then what it and its libraries are linked with, transitively. What only a
// left-out library needs is left out, too.
std::vector<ProgramFile> program_files(const std::string& path, const ElfSymbols& elf,
                                       const std::vector<LoadedLibrary>& libraries);

}  // namespace revprof

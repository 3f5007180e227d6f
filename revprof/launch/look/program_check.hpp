// SPDX-License-Identifier: BSD-3-Clause
// Looks into a program before it is started: can revprof see every MPI call that it makes?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/look/elf_symbols.hpp"
#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

// Why a program cannot be predicted.
struct Obstacle {
  std::string name;    // one word that stays the same from version to version: "static"
  std::string reason;  // for people
};

// A library that the program is said to load while it runs.
struct LoadedFile {
  std::string path;
  ElfSymbols elf;
  std::vector<LoadedLibrary> libraries;
};

struct ProgramLook {
  std::string path;
  std::vector<std::string> interpreters;  // of a script; what follows is then the last one's
  ElfSymbols elf;
  std::vector<LoadedLibrary> libraries;
  std::vector<LoadedFile> loaded;
  const HostMpi* mpi = nullptr;              // what the program, or what it loads, is linked with
  std::vector<LoadedLibrary> mpi_libraries;  // all that are some MPI's: "libmpi.so.12"
  std::optional<Obstacle> obstacle;          // never of a script: what it starts decides

  // What it is linked with: the name is empty where nobody knows.
  LoadedLibrary mpi_library() const {
    return mpi_libraries.empty() ? LoadedLibrary() : mpi_libraries[0];
  }
  std::vector<std::string> mpi_library_names() const {
    std::vector<std::string> names;
    for (const LoadedLibrary& library : mpi_libraries) names.push_back(library.name);
    return names;
  }
  bool is_script() const { return !interpreters.empty(); }
  // Nothing says yet whether MPI comes in: a script, or a program that loads or starts others.
  bool is_open() const { return is_script() || (mpi == nullptr && !obstacle); }
};

// Throws std::runtime_error where the file is no program that could be started here at all, or one
// of `loaded` no library.
ProgramLook look_into(const std::string& path, const std::vector<std::string>& loaded = {});

// Throws std::runtime_error, saying why, where revprof could not predict the program: statically
// linked, without MPI, with several or an unknown one, MPI calls of its own making. The MPI is
// nullptr for scripts, which are not looked into, and programs that load or start others (env,
// python3): what they start decides.
ProgramLook check_program(const std::string& path);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Asks the loader's list, and PATH.
#include "revprof/launch/host/host_gasp.hpp"

#include <stdexcept>

#include "revprof/launch/look/program_path.hpp"

namespace revprof {

std::string gasp_library(const std::vector<LoadedLibrary>& libraries) {
  for (const LoadedLibrary& library : libraries) {
    if (library.name.rfind("librevprof_gasp.so", 0) == 0) return library.path;
  }
  return "";
}

Launcher find_upcrun(const std::string& wanted) {
  Launcher launcher;
  launcher.is_upcrun = true;
  try {
    launcher.path = find_program(wanted.empty() ? "upcrun" : wanted);
  } catch (const std::runtime_error&) {
    throw std::runtime_error(
        "found no upcrun in PATH, by which UPC programs are started that no MPI starts (say "
        "--mpirun; or start the program yourself, with MODEL in its environment)");
  }
  return launcher;
}

}  // namespace revprof

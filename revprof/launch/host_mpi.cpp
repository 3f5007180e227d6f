// SPDX-License-Identifier: BSD-3-Clause
// Finds mpirun and librevprof.so, and chooses Open MPI's flags.
#include "revprof/launch/host_mpi.hpp"

#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "revprof/launch/process.hpp"
#include "revprof/launch/program_check.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

bool is_open_mpi(const std::string& mpirun) {
  return capture({mpirun, "--version"}).text.find("Open MPI") != std::string::npos;
}

}  // namespace

std::string find_mpirun(const std::string& wanted) {
  if (!wanted.empty()) {
    const std::string mpirun = find_program(wanted);
    if (is_open_mpi(mpirun)) return mpirun;
    throw std::runtime_error("--mpirun " + wanted + ": expected Open MPI's mpirun");
  }
  for (const char* name : {"mpirun", "mpirun.openmpi"}) {
    try {
      const std::string mpirun = find_program(name);
      if (is_open_mpi(mpirun)) return mpirun;
    } catch (const std::runtime_error&) {
      continue;  // the next name may be there
    }
  }
  throw std::runtime_error(
      "found no mpirun of Open MPI in PATH (Debian: apt-get install openmpi-bin; or say --mpirun)");
}

int usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return CPU_COUNT(&cores);
}

std::vector<std::pair<std::string, std::string>> host_mpi_environment(int processes) {
  std::vector<std::pair<std::string, std::string>> variables;
  const auto unless_set = [&](const char* name, const char* value) {
    if (std::getenv(name) == nullptr) variables.emplace_back(name, value);
  };
  if (geteuid() == 0) {
    unless_set("OMPI_ALLOW_RUN_AS_ROOT", "1");
    unless_set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  }
  if (processes > usable_cores()) {
    unless_set("OMPI_MCA_mpi_yield_when_idle", "1");
    unless_set("OMPI_MCA_hwloc_base_binding_policy", "none");
  }
  return variables;
}

std::string find_library(const std::string& wanted) {
  std::vector<fs::path> candidates;
  if (!wanted.empty()) {
    candidates.push_back(wanted);
  } else {
    const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
    for (const char* folder : {"../lib", REVPROF_LIBRARY_FOLDER}) {
      candidates.push_back(here / folder / "librevprof.so");
    }
  }
  for (const fs::path& candidate : candidates) {
    if (!fs::is_regular_file(candidate)) continue;
    const std::string path = fs::canonical(candidate).string();
    if (path.find_first_of(" :\t\n") == std::string::npos) return path;
    throw std::runtime_error(path +
                             ": a library with a blank or colon in its path cannot be preloaded");
  }
  throw std::runtime_error(candidates[0].lexically_normal().string() +
                           ": not found (say where librevprof.so is with --library)");
}

}  // namespace revprof

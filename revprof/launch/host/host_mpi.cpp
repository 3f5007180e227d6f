// SPDX-License-Identifier: BSD-3-Clause
// Finds launchers and libraries, and knows each launcher's words.
#include "revprof/launch/host/host_mpi.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "revprof/launch/command.hpp"
#include "revprof/launch/look/elf_symbols.hpp"
#include "revprof/launch/look/program_path.hpp"
#include "revprof/launch/run/process.hpp"

namespace revprof {

namespace fs = std::filesystem;

const HostMpi open_mpi = {
    "openmpi",     "Open MPI", "librevprof.so", {"Open MPI"}, {"mpirun", "mpirun.openmpi"},
    "openmpi-bin", "pmix"};
const HostMpi mpich = {"mpich",
                       "MPICH",
                       "librevprof_mpich.so",
                       {"HYDRA", "Intel(R) MPI"},
                       {"mpirun.mpich", "mpiexec.hydra", "mpirun"},
                       "mpich",
                       "pmi2"};

const std::vector<const HostMpi*>& all_host_mpis() {
  static const std::vector<const HostMpi*> all = {&open_mpi, &mpich};
  return all;
}

namespace {

bool is_launcher_of(const HostMpi& mpi, const std::string& launcher) {
  const std::string version = capture({launcher, "--version"}).text;
  return std::any_of(mpi.version_words.begin(), mpi.version_words.end(),
                     [&](const char* words) { return version.find(words) != std::string::npos; });
}

// The program of PATH; empty where there is none.
std::string in_path(const char* name) {
  try {
    return find_program(name);
  } catch (const std::runtime_error&) {
    return "";
  }
}

Launcher find_srun(const std::string& wanted) {
  const std::string srun = wanted.empty() ? in_path("srun") : find_program(wanted);
  if (!srun.empty()) return {srun, true};
  throw std::runtime_error("--launcher srun: found no srun in PATH (Slurm's; or say --mpirun)");
}

}  // namespace

const HostMpi* host_mpi_named(const std::string& option) {
  if (option == "auto") return nullptr;
  for (const HostMpi* mpi : all_host_mpis()) {
    if (option == mpi->option) return mpi;
  }
  throw UsageError("--mpi: expected auto, openmpi or mpich, found \"" + option + "\"");
}

const HostMpi& host_mpi_of_launcher(const std::string& wanted) {
  const std::string launcher = wanted.empty() ? in_path("mpirun") : find_program(wanted);
  for (const HostMpi* mpi : all_host_mpis()) {
    if (!launcher.empty() && is_launcher_of(*mpi, launcher)) return *mpi;
  }
  return open_mpi;
}

Launcher find_launcher(const HostMpi& mpi, const std::string& kind, const std::string& wanted) {
  if (kind == "srun") return find_srun(wanted);
  if (kind != "auto" && kind != "mpirun") {
    throw UsageError("--launcher: expected auto, mpirun or srun, found \"" + kind + "\"");
  }
  if (!wanted.empty()) {
    const std::string mpirun = find_program(wanted);
    if (is_launcher_of(mpi, mpirun)) return {mpirun};
    throw std::runtime_error("--mpirun " + wanted + ": expected " + mpi.name + "'s mpirun");
  }
  for (const char* name : mpi.launchers) {
    const std::string mpirun = in_path(name);
    if (!mpirun.empty() && is_launcher_of(mpi, mpirun)) return {mpirun};
  }
  if (kind == "auto" && std::getenv("SLURM_JOB_ID") != nullptr) return find_srun("");
  throw std::runtime_error(std::string("found no mpirun of ") + mpi.name +
                           " in PATH (Debian: apt-get install " + mpi.package +
                           "; or say --mpirun)");
}

int usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return CPU_COUNT(&cores);
}

int openmp_threads() {
  const char* const threads = std::getenv("OMP_NUM_THREADS");  // "4", or "4,2" of nested regions
  return threads == nullptr ? 1 : std::max(1, std::atoi(threads));
}

std::vector<std::string> launcher_words(const HostMpi& mpi, const Launcher& launcher, int processes,
                                        const std::string& preloaded,
                                        const std::vector<std::string>& variables,
                                        const std::vector<std::string>& more,
                                        const std::vector<std::string>& program) {
  const std::string count = std::to_string(processes);
  std::vector<std::string> words = {launcher.path};
  const auto add = [&](std::initializer_list<std::string> further) {
    words.insert(words.end(), further);
  };
  // Open MPI's, of each program behind ":" anew. -x NAME=VALUE would reach mpirun's own parser; a
  // value in the environment needs no quoting.
  std::vector<std::string> exported;
  for (const std::string& variable : variables) {
    exported.insert(exported.end(), {"-x", variable});
  }
  exported.insert(exported.end(), {"-x", "LD_PRELOAD=" + preloaded});
  if (launcher.is_upcrun) {  // its programs are linked with what others have preloaded
    add({"-n", count});
  } else if (launcher.is_srun) {
    add({"--ntasks=" + count, "--overcommit", "--export=ALL"});
  } else if (&mpi == &open_mpi) {
    add({"-np", count, "--oversubscribe"});
    words.insert(words.end(), exported.begin(), exported.end());
  } else {
    add({"-np", count, "-genvall", "-genv", "LD_PRELOAD", preloaded});
  }
  words.insert(words.end(), more.begin(), more.end());
  if (launcher.is_srun) add({"env", "LD_PRELOAD=" + preloaded});  // not into srun itself
  const bool told_each = !launcher.is_upcrun && !launcher.is_srun && &mpi == &open_mpi;
  for (const std::string& word : program) {
    words.push_back(word);
    if (told_each && word == ":") words.insert(words.end(), exported.begin(), exported.end());
  }
  return words;
}

std::vector<std::pair<std::string, std::string>> host_mpi_environment(const HostMpi& mpi,
                                                                      int processes) {
  std::vector<std::pair<std::string, std::string>> variables;
  const auto unless_set = [&](const char* name, const char* value) {
    if (std::getenv(name) == nullptr) variables.emplace_back(name, value);
  };
  // OpenMP's threads wait by spinning as long as each process has no more of them than cores.
  const bool take_turns = processes > usable_cores() / openmp_threads();
  if (take_turns) unless_set("OMP_WAIT_POLICY", "passive");
  if (&mpi != &open_mpi) return variables;  // MPICH runs as root, and binds to no core by itself
  if (geteuid() == 0) {
    unless_set("OMPI_ALLOW_RUN_AS_ROOT", "1");
    unless_set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
  }
  if (processes > usable_cores()) unless_set("OMPI_MCA_mpi_yield_when_idle", "1");
  // By itself it binds each of two processes to one core, on which all of its threads take turns.
  if (processes > usable_cores() || openmp_threads() > 1) {
    unless_set("OMPI_MCA_hwloc_base_binding_policy", "none");
    unless_set("PRTE_MCA_hwloc_default_binding_policy", "none");  // Open MPI 5's name
  }
  return variables;
}

namespace {

// The loader only warns of what it cannot preload, once for each process, and goes on without.
void check_library(const std::string& path, const HostMpi& mpi) {
  const std::optional<ElfSymbols> elf = read_elf_symbols(path);
  if (elf && elf->for_this_machine && elf->mpi_defined.count("MPI_Init") != 0) return;
  throw std::runtime_error(
      path + ": expected a library for this machine that defines MPI's calls, such as " +
      mpi.revprof_library);
}

}  // namespace

std::string find_library(const HostMpi& mpi, const std::string& wanted) {
  std::vector<fs::path> candidates;
  if (!wanted.empty()) {
    candidates.push_back(wanted);
  } else {
    const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
    for (const char* folder : {"../lib", REVPROF_LIBRARY_FOLDER}) {
      candidates.push_back(here / folder / mpi.revprof_library);
    }
  }
  for (const fs::path& candidate : candidates) {
    if (!fs::is_regular_file(candidate)) continue;
    // By its own name: librevprof.so, not that of the version that it leads to.
    const std::string path =
        (fs::canonical(fs::absolute(candidate).parent_path()) / candidate.filename()).string();
    if (path.find_first_of(" :\t\n") != std::string::npos) {
      throw std::runtime_error(path +
                               ": a library with a blank or colon in its path cannot be preloaded");
    }
    check_library(path, mpi);
    return path;
  }
  const std::string missing = candidates[0].lexically_normal().string();
  throw std::runtime_error(missing + ": not found (say where " + mpi.revprof_library +
                           " is with --library, or build revprof where " + mpi.name +
                           " is installed)");
}

}  // namespace revprof

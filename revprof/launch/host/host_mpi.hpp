// SPDX-License-Identifier: BSD-3-Clause
// How programs are started on this host: by which MPI, with which launcher, and what it must be
// told.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace revprof {

// A family of MPIs that revprof knows; there is one of each. MPICH's is all that has its binary
// interface.
struct HostMpi {
  const char* option;                      // --mpi
  const char* name;                        // for messages
  const char* revprof_library;             // what goes before it
  std::vector<const char*> version_words;  // what its launchers call themselves
  std::vector<const char*> launchers;
  const char* package;
  const char* srun_interface;  // by which its processes find each other under srun (--mpi)
};
extern const HostMpi open_mpi, mpich;
const std::vector<const HostMpi*>& all_host_mpis();

struct Launcher {
  std::string path;
  bool is_srun = false;    // Slurm's, else the MPI's own
  bool is_upcrun = false;  // of UPC without an MPI
};

// What --mpi names; nullptr for "auto". Throws UsageError for anything else.
const HostMpi* host_mpi_named(const std::string& option);

// The MPI of the launcher that is `wanted`, or, where that is empty, first in PATH.
const HostMpi& host_mpi_of_launcher(const std::string& wanted);

// The launcher of that MPI: `wanted` where it is not empty, else one of PATH. kind: "mpirun",
// "srun", or "auto": srun where there is no mpirun inside a Slurm allocation. Throws UsageError for
// another kind, std::runtime_error where there is none or it is another MPI's.
Launcher find_launcher(const HostMpi& mpi, const std::string& kind, const std::string& wanted);

// Cores that this process may use.
int usable_cores();
// Threads of each process, as OMP_NUM_THREADS says; 1 where it says nothing.
int openmp_threads();

// The words that start `program`, its arguments and perhaps further programs behind ":", the first
// one with so many processes, all with `preloaded` in LD_PRELOAD and `variables` of this process's
// environment; `more` are the user's own for the launcher.
std::vector<std::string> launcher_words(const HostMpi& mpi, const Launcher& launcher, int processes,
                                        const std::string& preloaded,
                                        const std::vector<std::string>& variables,
                                        const std::vector<std::string>& more,
                                        const std::vector<std::string>& program);

// Variables that let `processes` of them run here: more than there are cores, with several threads
// each, also as root. What the environment already says stays as it is.
std::vector<std::pair<std::string, std::string>> host_mpi_environment(const HostMpi& mpi,
                                                                      int processes);

// The library for that MPI: `wanted` where it is not empty, else the one beside this program
// (../lib). Absolute. Throws std::runtime_error where it is missing or its name cannot be
// preloaded.
std::string find_library(const HostMpi& mpi, const std::string& wanted);

}  // namespace revprof

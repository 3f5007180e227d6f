// SPDX-License-Identifier: BSD-3-Clause
// One predicted run of a program: what `revprof run` does once, and `revprof sweep` many times.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/run/process.hpp"
#include "revprof/report/text/ink.hpp"
#include "revprof/settings.hpp"

namespace revprof {

struct Launch {
  Settings settings;  // "output" is the wanted name of the directory
  int processes = 1;
  std::vector<std::string> program;  // the program as its user names it, and its arguments
  std::string path;                  // where find_program() has found it
  const HostMpi* mpi = nullptr;      // what the program is linked with
  Launcher launcher;                 // as find_launcher() gave it
  std::vector<std::string> launcher_arguments;
  std::string library;            // as find_library() gave it
  bool openshmem = false;         // the program is linked with it
  std::vector<std::string> code;  // files of libraries that the program brings along
  std::string preload;            // it, and what comes with it
  std::string output_file_name;   // takes the program's standard output, in the directory of its
                                  // results; empty: it is this process's own
  bool leaves_nothing_when_stopped = false;  // ... and says nothing of it: its caller does
};

struct Outcome {
  int exit_code = 0;      // the program's, whatever it has left
  int signal_taken = 0;   // the signal that asked revprof to stop meanwhile
  std::string directory;  // where the results are, or what the program printed; empty: nothing is
  bool finished = false;  // the program reached MPI_Finalize, all its processes as one
};

// Of what goes to standard error, by the setting `color`.
Ink ink_of(const Settings& settings);

// Runs the program and nothing else, with that directory for what it leaves. Throws as below.
Ended start_program(const Launch& launch, const std::string& directory);

// Makes the directory, runs the program under its launcher with the library before its MPI calls,
// and says on standard error what is missing. Throws std::runtime_error where nothing could be
// started.
Outcome launch(const Launch& launch);
// The same in a directory that exists.
Outcome launch_into(const std::string& directory, const Launch& launch);

}  // namespace revprof

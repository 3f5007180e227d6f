// SPDX-License-Identifier: BSD-3-Clause
// Starts `characterize` as the program that is compared will be started.
#include "revprof/launch/host/host_model.hpp"

#include <filesystem>

#include "revprof/launch/look/program_path.hpp"

namespace revprof {

namespace fs = std::filesystem;

std::string find_characterize(const HostMpi& mpi) {
  if (&mpi != &open_mpi) {
    throw std::runtime_error(std::string("--characterize: characterize is built with ") +
                             open_mpi.name + ", and the program with " + mpi.name +
                             ": expected --model FILE");
  }
  const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / "characterize";
  return fs::exists(beside) ? beside.string() : find_program("characterize");
}

Ended characterize_host(const Launch& launch, const std::string& model, double seconds) {
  Started started;
  started.environment = host_mpi_environment(*launch.mpi, launch.processes);
  started.words = launcher_words(*launch.mpi, launch.launcher, launch.processes, "", {},
                                 launch.launcher_arguments,
                                 {find_characterize(*launch.mpi), "--output", model,
                                  "--time-budget", std::to_string(seconds), "--name", "this host"});
  return run_to_the_end(started);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Makes or finds the directory on process 0, and tells the others.
#include "revprof/mpi/output.hpp"

#include <filesystem>
#include <stdexcept>

#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace {

// `revprof run` has made it; where process 0 runs elsewhere, it would look for the results in vain.
std::string made_by_launcher(const std::string& directory) {
  if (std::filesystem::is_directory(directory)) return directory;
  throw std::runtime_error(
      directory + ": no such directory on " + node_name() +
      ", where process 0 runs, although revprof run has made it: expected --output in a directory "
      "that both see, or revprof run on that node");
}

}  // namespace

std::string node_name() {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  PMPI_Get_processor_name(name, &length);
  return name;
}

std::string make_output(const Settings& settings, const std::string& parents, MPI_Comm world,
                        int rank, std::string& error) {
  std::string directory;
  if (rank == 0) {
    try {
      directory = parents.empty() ? settings.text("output") : parents + "/spawned";
      const bool made = parents.empty() && settings.integer("output-exists") != 0;
      directory = made ? made_by_launcher(directory) : make_run_directory(directory);
      directory = std::filesystem::absolute(directory).lexically_normal().string();
    } catch (const std::exception& failure) {
      error = failure.what();
    }
  }
  int length = static_cast<int>(directory.size());
  PMPI_Bcast(&length, 1, MPI_INT, 0, world);
  directory.resize(static_cast<std::size_t>(length));
  PMPI_Bcast(directory.data(), length, MPI_CHAR, 0, world);
  return directory;
}

}  // namespace revprof

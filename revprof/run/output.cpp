// SPDX-License-Identifier: BSD-3-Clause
// Makes or finds the directory on process 0, and tells the others.
#include "revprof/run/output.hpp"

#include <unistd.h>

#include <climits>
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
  char name[HOST_NAME_MAX + 1] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::string make_output(const Settings& settings, const std::string& parents, Team& team,
                        std::string& error) {
  std::string directory;
  if (team.rank() == 0) {
    try {
      directory = parents.empty() ? settings.text("output") : parents + "/spawned";
      const bool made = parents.empty() && settings.integer("output-exists") != 0;
      directory = made ? made_by_launcher(directory) : make_run_directory(directory);
      directory = std::filesystem::absolute(directory).lexically_normal().string();
    } catch (const std::exception& failure) {
      error = failure.what();
    }
  }
  return team.tell(directory);
}

}  // namespace revprof

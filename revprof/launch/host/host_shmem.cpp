// SPDX-License-Identifier: BSD-3-Clause
// Finds the library, and asks where Open MPI would for its transports (btl).
#include "revprof/launch/host/host_shmem.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace revprof {

namespace fs = std::filesystem;

namespace {

bool names_transports(const std::string& parameter_file) {
  std::ifstream file(parameter_file);
  const std::regex setting(R"(^\s*btl\s*=.*)");
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, setting)) return true;
  }
  return false;
}

// The user's own. Debian's for all says "btl = ^uct,openib,ofi", with which they crash all the
// same.
std::string own_parameters() {
  const char* const home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.openmpi/mca-params.conf";
}

}  // namespace

bool has_openshmem(const std::vector<LoadedLibrary>& libraries) {
  return std::any_of(libraries.begin(), libraries.end(), [](const LoadedLibrary& library) {
    return library.name.rfind("liboshmem.so", 0) == 0;
  });
}

std::string shmem_library_beside(const std::string& library) {
  const fs::path path = fs::path(library).parent_path() / "librevprof_shmem.so";
  if (fs::is_regular_file(path)) return path.string();
  throw std::runtime_error(path.string() +
                           ": not found, and the program is linked with OpenSHMEM (liboshmem.so): "
                           "expected a revprof that was built where that is installed");
}

std::vector<std::pair<std::string, std::string>> shmem_environment(
    const std::vector<std::string>& launcher_arguments) {
  constexpr const char* variable = "OMPI_MCA_btl";
  const bool is_said = std::getenv(variable) != nullptr ||
                       std::find(launcher_arguments.begin(), launcher_arguments.end(), "btl") !=
                           launcher_arguments.end() ||
                       names_transports(own_parameters());
  if (is_said) return {};
  return {{variable, "^uct"}};
}

}  // namespace revprof

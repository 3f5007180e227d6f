// SPDX-License-Identifier: BSD-3-Clause
// Finds a free name by making it: mkdir() alone decides who of several runs gets it.
#include "revprof/trace/results/run_directory.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <system_error>

namespace revprof {

namespace {

[[noreturn]] void cannot_make(const std::string& directory, const std::string& reason) {
  throw std::runtime_error(directory + ": cannot make this output directory: " + reason);
}

}  // namespace

std::string make_run_directory(const std::string& wanted) {
  std::string name = wanted;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  if (name.empty()) cannot_make("\"\"", "its name is empty");

  const std::filesystem::path parent = std::filesystem::path(name).parent_path();
  if (!parent.empty()) {
    std::error_code error;
    std::filesystem::create_directories(parent, error);
    if (error) cannot_make(name, error.message());
  }
  std::string candidate = name;
  for (int number = 2; ::mkdir(candidate.c_str(), 0777) != 0; ++number) {
    if (errno != EEXIST) cannot_make(candidate, std::strerror(errno));
    candidate = name + "." + std::to_string(number);
  }
  return candidate;
}

std::vector<std::string> files_of_run(const std::string& directory) {
  const std::set<std::string> results = {"summary.json", "path.json",  "measured.json", "runs.json",
                                         deadlock_file,  overrun_file, unwritten_file};
  std::vector<std::string> files;
  std::error_code none;  // of what is no directory its reader says more
  for (const auto& entry : std::filesystem::directory_iterator(directory, none)) {
    const std::filesystem::path& file = entry.path();
    const bool is_trace = file.extension() == ".trace" || file.stem() == "visits";
    if (is_trace || results.count(file.filename().string()) != 0) files.push_back(file.string());
  }
  return files;
}

std::string run_directory(const std::string& directory, int run) {
  return directory + "/run" + std::to_string(run);
}

}  // namespace revprof

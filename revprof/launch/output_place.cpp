// SPDX-License-Identifier: BSD-3-Clause
// Compares files by device and inode, as a file has many names.
#include "revprof/launch/output_place.hpp"

#include <filesystem>
#include <system_error>

#include "revprof/launch/command.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

bool are_one_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::is_regular_file(a, ignored) && fs::equivalent(a, b, ignored);
}

}  // namespace

void expect_place_for_file(const std::string& option, const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  const bool is_place =
      !file.empty() && !fs::is_directory(file) && (folder.empty() || fs::is_directory(folder));
  if (is_place) return;
  throw UsageError(option + ": " + file + ": expected a file in a directory that exists");
}

void expect_inputs_kept(const std::string& command, const std::vector<std::string>& read,
                        const std::vector<std::string>& written) {
  for (const std::string& output : written) {
    for (const std::string& input : read) {
      if (!are_one_file(input, output)) continue;
      throw UsageError(command + ": expected another name for what is written, found " + output +
                       ", which is read" + (input == output ? "" : " (as " + input + ")"));
    }
  }
}

}  // namespace revprof

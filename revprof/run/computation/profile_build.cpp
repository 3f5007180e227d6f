// SPDX-License-Identifier: BSD-3-Clause
// Whether a profile is of what is running.
#include <algorithm>
#include <filesystem>

#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/segment_name.hpp"
#include "revprof/run/computation/segment_prices.hpp"

namespace revprof {

namespace {

// As the dynamic linker knows them, by their names.
std::map<std::string, std::string> loaded_files() {
  std::map<std::string, std::string> files;
  for (const LoadedCode& code : loaded_code()) {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(code.file, error);
    if (!error) files.emplace(path.filename().string(), path.string());
  }
  return files;
}

}  // namespace

void check_build(const Profile& profile, const std::string& path) {
  if (profile.modules.empty()) return;  // regions alone
  const std::map<std::string, std::string> files = loaded_files();
  std::string strange;
  bool is_any_loaded = false;
  for (const auto& [name, content] : profile.modules) {
    const auto file = files.find(name);
    if (file == files.end()) continue;  // perhaps it comes later
    is_any_loaded = true;
    if (build_of(file->second) != content && strange.empty()) strange = name;
  }
  if (is_any_loaded && strange.empty()) return;
  std::string examples;
  int unmatched = 0;
  const std::string mark = strange.empty() ? "+0x" : " " + strange + "+0x";
  for (const auto& [name, equations] : profile.segments) {
    if (name.find(mark) == std::string::npos) continue;
    ++unmatched;
    if (unmatched <= 3) examples += (examples.empty() ? "" : ", ") + name;
  }
  if (unmatched > 3) examples += ", ...";
  throw FileError(
      path + ": " + std::to_string(unmatched) + " of its " +
      std::to_string(profile.segments.size()) + " segments (" + examples + ") are of " +
      (strange.empty() ? "another program: " + profile.program : "another build of " + strange) +
      "; expected a profile of what is running (`revprof profile`)");
}

}  // namespace revprof

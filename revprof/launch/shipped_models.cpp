// SPDX-License-Identifier: BSD-3-Clause
// Where the shipped models are: a relative path, so that an installed tree may be moved.
#include "revprof/launch/shipped_models.hpp"

#include <algorithm>
#include <filesystem>

namespace revprof {

namespace fs = std::filesystem;

namespace {

fs::path models_folder() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* folder : {"../share/revprof/models", REVPROF_MODELS_FOLDER}) {
    if (fs::is_directory(here / folder)) return (here / folder).lexically_normal();
  }
  return {};
}

}  // namespace

std::vector<std::string> shipped_models() {
  std::vector<std::string> files;
  const fs::path folder = models_folder();
  if (folder.empty()) return files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_schema = name.find(".schema.") != std::string::npos;
    if (entry.path().extension() == ".json" && !is_schema) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string model_path(const std::string& name) {
  if (name.empty() || name.find('/') != std::string::npos || fs::exists(name)) return name;
  for (const std::string& file : shipped_models()) {
    const fs::path path(file);
    if (path.filename() == name || path.stem() == name) return file;
  }
  return name;
}

}  // namespace revprof

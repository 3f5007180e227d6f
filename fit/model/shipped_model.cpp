// SPDX-License-Identifier: BSD-3-Clause
// The folder of models is found by relative paths, so that an installed tree may be moved.
#include "fit/model/shipped_model.hpp"

#include <algorithm>

namespace revprof {

namespace fs = std::filesystem;

fs::path models_folder(const fs::path& here, const std::vector<std::string>& folders) {
  std::error_code error;
  for (const std::string& folder : folders) {
    if (fs::is_directory(here / folder, error)) return (here / folder).lexically_normal();
  }
  return {};
}

std::vector<std::string> models_in(const fs::path& folder) {
  std::vector<std::string> files;
  if (folder.empty()) return files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_schema = name.find(".schema.") != std::string::npos;
    if (entry.path().extension() == ".json" && !is_schema) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string model_path(const std::string& name, const fs::path& folder) {
  std::error_code error;
  if (name.empty() || name.find('/') != std::string::npos || fs::exists(name, error)) return name;
  for (const std::string& file : models_in(folder)) {
    const fs::path path(file);
    if (path.filename() == name || path.stem() == name) return file;
  }
  return name;
}

}  // namespace revprof

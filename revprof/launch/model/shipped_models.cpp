// SPDX-License-Identifier: BSD-3-Clause
// Where the shipped models are: seen from this program.
#include "revprof/launch/model/shipped_models.hpp"

#include <filesystem>

#include "fit/model/shipped_model.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/near_word.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

fs::path folder() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  return models_folder(here, {"../share/revprof/models", REVPROF_MODELS_FOLDER});
}

}  // namespace

std::vector<std::string> shipped_models() { return models_in(folder()); }

std::string model_path(const std::string& name) {
  const std::string path = model_path(name, folder());
  const bool is_file = path != name || fs::path(name).has_extension() ||
                       name.find('/') != std::string::npos || name.empty() || fs::exists(name);
  if (is_file) return path;
  std::vector<std::string> names;
  for (const std::string& file : shipped_models()) names.push_back(fs::path(file).stem().string());
  throw UsageError(name + ": no such file, and no model of that name came with revprof" +
                   did_you_mean(name, names) + " (`revprof models` lists them)");
}

}  // namespace revprof

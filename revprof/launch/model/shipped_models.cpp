// SPDX-License-Identifier: BSD-3-Clause
// Where the shipped models are: seen from this program.
#include "revprof/launch/model/shipped_models.hpp"

#include <filesystem>

#include "fit/model/shipped_model.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

fs::path folder() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  return models_folder(here, {"../share/revprof/models", REVPROF_MODELS_FOLDER});
}

}  // namespace

std::vector<std::string> shipped_models() { return models_in(folder()); }

std::string model_path(const std::string& name) { return model_path(name, folder()); }

}  // namespace revprof

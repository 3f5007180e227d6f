// SPDX-License-Identifier: BSD-3-Clause
// Models by name: those of a folder that came with revprof.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace revprof {

// The first of these folders, seen from `here`, that is one; empty where none is.
std::filesystem::path models_folder(const std::filesystem::path& here,
                                    const std::vector<std::string>& folders);

// The model files of a folder, by name; none where there is no such folder.
std::vector<std::string> models_in(const std::filesystem::path& folder);

// A model file as the user names it: as it stands where there is such a file or it holds a slash,
// else the one of that name ("fugaku", "fugaku.json") in the folder, else as it stands.
std::string model_path(const std::string& name, const std::filesystem::path& folder);

}  // namespace revprof

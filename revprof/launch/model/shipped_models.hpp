// SPDX-License-Identifier: BSD-3-Clause
// The models that come with revprof, found beside the program.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// The files of PREFIX/share/revprof/models, by name; empty where there is no such folder.
std::vector<std::string> shipped_models();

// A model file as the user names it: as it stands where there is such a file or it holds a slash,
// else the shipped model of that name ("fugaku", "fugaku.json"), else as it stands. Throws
// UsageError for a name that is none of them and has no extension.
std::string model_path(const std::string& name);

}  // namespace revprof

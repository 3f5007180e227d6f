// SPDX-License-Identifier: BSD-3-Clause
// The libraries a dynamically linked program would run with, as the loader itself finds them.
#pragma once

#include <string>
#include <vector>

namespace revprof {

struct LoadedLibrary {
  std::string name;  // as the program or a library asks for it: "libmpi.so.40"
  std::string path;  // where the loader found it; empty: nowhere
};

// Asks the loader (what ldd does), which follows search paths, the environment and libraries of
// libraries. Nothing of the program runs. Throws std::runtime_error, without the program's name,
// where the loader refuses it.
std::vector<LoadedLibrary> loaded_libraries(const std::string& loader, const std::string& program);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Follows DT_NEEDED from the program, with the paths that the loader gave.
#include "revprof/launch/look/program_files.hpp"

#include <fnmatch.h>

#include <filesystem>
#include <map>
#include <set>

namespace revprof {

namespace {

constexpr const char* system_libraries[] = {
    // MPI, and revprof where the program is linked with it
    "libmpi.so*", "libmpi_*.so*", "libmpich*.so*", "libmpicxx.so*", "libmpifort.so*", "libpmpi.so*",
    "liboshmem.so*", "libopen-rte.so*", "libopen-pal.so*", "libpmix.so*", "librevprof*.so*",
    // languages
    "libstdc++.so*", "libc++.so*", "libc++abi.so*", "libgcc_s.so*", "libgfortran.so*",
    "libquadmath.so*", "libgomp.so*", "libomp.so*", "libiomp5.so*", "libatomic.so*", "libasan.so*",
    "libubsan.so*", "libtsan.so*",
    // the C library and the loader
    "libc.so*", "libm.so*", "libmvec.so*", "libpthread.so*", "libdl.so*", "librt.so*",
    "libutil.so*", "libanl.so*", "libresolv.so*", "ld-linux*.so*", "ld64.so*", "ld-musl*.so*"};

}  // namespace

bool is_system_library(const std::string& name) {
  for (const char* pattern : system_libraries) {
    if (fnmatch(pattern, name.c_str(), 0) == 0) return true;
  }
  return false;
}

std::vector<ProgramFile> program_files(const std::string& path, const ElfSymbols& elf,
                                       const std::vector<LoadedLibrary>& libraries) {
  std::map<std::string, std::string> paths;
  for (const LoadedLibrary& library : libraries) paths[library.name] = library.path;
  std::vector<ProgramFile> files = {{std::filesystem::path(path).filename(), path, elf}};
  std::set<std::string> seen;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::set<std::string> needed = files[i].elf.needed;
    for (const std::string& name : needed) {
      if (is_system_library(name) || !seen.insert(name).second) continue;
      const auto found = paths.find(name);
      if (found == paths.end() || found->second.empty()) continue;
      if (const auto library = read_elf_symbols(found->second)) {
        files.push_back({name, found->second, *library});
      }
    }
  }
  return files;
}

}  // namespace revprof

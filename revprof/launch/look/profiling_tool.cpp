// SPDX-License-Identifier: BSD-3-Clause
// Compares what a file defines with what it imports.
#include "revprof/launch/look/profiling_tool.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace revprof {

namespace {

bool holds_librevprof(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes.find("@(#)this file holds librevprof") != std::string::npos;
}

}  // namespace

bool is_profiling_tool(const std::string& path, const ElfSymbols& elf) {
  // MPI's own libraries, and parts of them in a program.
  if (elf.mpi_defined.count("PMPI_Init") != 0) return false;
  const auto wrapped = [&](const std::string& symbol) {
    const bool profiled = starts_with(symbol, "PMPI_") || starts_with(symbol, "pmpi_");
    return profiled && elf.mpi_defined.count(symbol.substr(1)) != 0;
  };
  return std::any_of(elf.imported.begin(), elf.imported.end(), wrapped) && !holds_librevprof(path);
}

}  // namespace revprof

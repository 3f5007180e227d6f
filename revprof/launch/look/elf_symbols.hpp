// SPDX-License-Identifier: BSD-3-Clause
// What an ELF file says about itself: how it is linked, and which functions it takes or brings.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace revprof {

struct ElfSymbols {
  bool for_this_machine = true;  // architecture and word size are this program's own
  int bits = 64;                 // of an address
  std::string interpreter;       // the loader; empty for a static executable and most libraries
  std::set<std::string> needed;  // names of the libraries it is linked with
  std::set<std::string> mpi_defined;  // "MPI_Init", "PMPI_Init", "mpi_send_", with code of its own
  std::set<std::string> imported;     // all functions that it takes from libraries
  bool open_mpi = false;              // brings functions of Open MPI's own (ompi_mpi_init)
  bool loads_libraries = false;       // takes dlopen: may bring MPI in while it runs
  bool starts_programs = false;       // takes exec*, which may do the same

  bool dynamically_linked() const { return !interpreter.empty(); }
};

// nullopt where the file is no ELF file at all. Throws std::runtime_error "path: reason" where it
// cannot be read or is a damaged one.
std::optional<ElfSymbols> read_elf_symbols(const std::string& path);

// Of the names of symbols and of libraries.
inline bool starts_with(const std::string& name, const std::string& prefix) {
  return name.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace revprof

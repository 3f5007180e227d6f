// SPDX-License-Identifier: BSD-3-Clause
// Looks at names first, and into those files alone that may be an MPI.
#include "revprof/launch/look/mpi_family.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>

#include "revprof/launch/look/elf_symbols.hpp"

namespace revprof {

namespace {

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

std::optional<ElfSymbols> symbols_of(const LoadedLibrary& library) {
  return library.path.empty() ? std::nullopt : read_elf_symbols(library.path);
}

bool defines(const std::optional<ElfSymbols>& elf, const char* call) {
  return elf && elf->mpi_defined.count(call) != 0;
}

// The number of MPICH's binary interface (its ABI Compatibility Initiative), and of Open MPI 1.8
// to 1.10.
bool has_number_12(const std::string& name) { return ends_with(name, ".so.12"); }

bool is_open_mpi(const LoadedLibrary& library) {
  const auto elf = symbols_of(library);
  return elf ? elf->open_mpi : ends_with(library.name, ".so.40");
}

}  // namespace

bool is_mpi_library(const LoadedLibrary& library) {
  if (starts_with(library.name, "libmpi.so.") || starts_with(library.name, "libmpich.so.") ||
      starts_with(library.name, "libmpi_abi.so.")) {
    return true;
  }
  return starts_with(library.name, "libmpi") && defines(symbols_of(library), "MPI_Init");
}

const HostMpi* family_of(const LoadedLibrary& library) {
  if (starts_with(library.name, "libmpi_abi.so.")) return nullptr;
  if (is_open_mpi(library)) return ends_with(library.name, ".so.40") ? &open_mpi : nullptr;
  return has_number_12(library.name) ? &mpich : nullptr;
}

std::string why_unknown(const LoadedLibrary& library) {
  const std::string expected =
      "; expected Open MPI's libmpi.so.40 (4.x, 5.x), or a library of MPICH's binary interface "
      "(libmpi.so.12 or "
      "libmpich.so.12: MPICH, Intel MPI, MVAPICH, Cray MPICH)";
  if (starts_with(library.name, "libmpi_abi.so.")) {
    return "linked with " + library.name +
           ", the binary interface of MPI 5, which revprof does not follow yet: build the program "
           "with the MPI's own "
           "mpicc" +
           expected;
  }
  return "linked with " + library.name + (is_open_mpi(library) ? ", an Open MPI" : "") + expected;
}

std::string library_for(const HostMpi& mpi, const std::string& library,
                        const LoadedLibrary& of_program) {
  const auto own = read_elf_symbols(library);
  if (!own || of_program.name.empty() || own->needed.count(of_program.name) != 0) return library;
  bool brings_mpi = false;
  for (const std::string& name : own->needed) {
    brings_mpi |= is_mpi_library({name, ""});
  }
  if (!brings_mpi) return library;
  const std::filesystem::path path(library);
  const std::string any = (path.parent_path() / (path.stem().string() + "_any.so")).string();
  if (!std::filesystem::is_regular_file(any)) return library;
  const auto elf = read_elf_symbols(any);
  const auto program_mpi = symbols_of(of_program);
  constexpr const char* newest =
      "PMPI_Type_get_envelope_c";  // of MPI-4, which the library itself calls
  if (elf && elf->imported.count(newest) != 0 && program_mpi && !defines(program_mpi, newest)) {
    throw std::runtime_error(
        std::string("the program's ") + of_program.name + " (" + of_program.path +
        ") is an MPI-3, and " + any +
        " was built with an MPI-4; expected a revprof that is built with the " +
        "program's own mpicc (cmake -DREVPROF_OTHER_MPI=mpicc; its family: " + mpi.name + ")");
  }
  return any;
}

}  // namespace revprof

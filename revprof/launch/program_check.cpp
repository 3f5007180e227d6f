// SPDX-License-Identifier: BSD-3-Clause
// The rules of DESIGN section 5: a binary whose calls cannot all be seen is refused, with reasons.
#include "revprof/launch/program_check.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "revprof/launch/elf_symbols.hpp"
#include "revprof/launch/loaded_libraries.hpp"

namespace revprof {

namespace {

[[noreturn]] void refuse(const std::string& program, const std::string& reason) {
  throw std::runtime_error(program + ": " + reason);
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool is_executable_file(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

void require_executable(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "expected a program, found a directory");
  if (!is_executable_file(path)) {
    refuse(path, "expected a program, found a file that is not executable (chmod +x?)");
  }
}

bool is_script(const std::string& path) {
  char start[2] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  return start[0] == '#' && start[1] == '!';
}

void refuse_static(const std::string& program, const ElfSymbols& elf) {
  if (!elf.dynamically_linked()) {
    refuse(program, elf.mpi_defined.empty()
                        ? "statically linked, so that revprof cannot be put before its MPI calls; "
                          "link it dynamically, or with -lrevprof"
                        : "linked with MPI statically, so that revprof cannot be put before its "
                          "calls; link it dynamically (leave -static out)");
  }
  if (elf.mpi_defined.count("mpi_init_") != 0 && elf.mpi_defined.count("MPI_Init") == 0) {
    refuse(program,
           "MPI's Fortran calls are part of the program (mpi_init_), so that revprof cannot be put "
           "before them; link it with libmpi_mpifh.so");
  }
  if (elf.mpi_defined.count("MPI_Init") == 0 && elf.mpi_defined.count("PMPI_Init") == 0) return;
  refuse(program, elf.mpi_defined.count("PMPI_Init") != 0
                      ? "linked with MPI statically (PMPI_Init is part of the program), so that "
                        "revprof cannot be put before its calls; link it with libmpi.so"
                      : "MPI_Init is part of the program (MPI linked statically, or another "
                        "profiling library), so that revprof cannot be put before its calls; leave "
                        "that library out, or start a program linked with -lrevprof by mpirun");
}

// Whether a library's name is that of some MPI: libmpi.so.12 is MPICH's elsewhere.
bool is_some_mpi(const std::string& library) {
  return starts_with(library, "libmpi.so.") || starts_with(library, "libmpich.so.");
}

// The MPI among the libraries; nullptr: none. Refuses several, and those that revprof does not
// know.
const HostMpi* linked_mpi(const std::string& program, const std::vector<LoadedLibrary>& libraries) {
  const HostMpi* found = nullptr;
  for (const LoadedLibrary& library : libraries) {
    if (!is_some_mpi(library.name)) continue;
    const HostMpi* known = nullptr;
    for (const HostMpi* mpi : all_host_mpis()) {
      if (library.name == mpi->mpi_library) known = mpi;
    }
    if (known == nullptr) {
      refuse(program, "linked with " + library.name + "; expected Open MPI's " +
                          open_mpi.mpi_library + " (4.x, 5.x) or MPICH's " + mpich.mpi_library);
    }
    if (found != nullptr && found != known) {
      refuse(program, std::string("linked with two MPIs, ") + found->mpi_library + " and " +
                          known->mpi_library + "; expected one");
    }
    found = known;
  }
  return found;
}

void refuse_missing(const std::string& program, const std::vector<LoadedLibrary>& libraries) {
  for (const LoadedLibrary& library : libraries) {
    if (library.path.empty()) {
      refuse(program,
             "needs " + library.name + ", which the loader does not find (LD_LIBRARY_PATH?)");
    }
  }
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.empty()) refuse("\"\"", "expected the name of a program");
  if (name.find('/') != std::string::npos) {
    require_executable(name);
    return name;
  }
  const char* path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = (directory.empty() ? "." : directory) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  refuse(name, is_executable_file("./" + name)
                   ? "no such program in PATH (did you mean ./" + name + "?)"
                   : "no such program in PATH");
}

const HostMpi* check_program(const std::string& path) {
  require_executable(path);
  if (is_script(path)) return nullptr;
  const std::optional<ElfSymbols> elf = read_elf_symbols(path);
  if (!elf) refuse(path, "neither a program (ELF) nor a script that names its interpreter (#!)");
  if (!elf->for_this_machine) refuse(path, "built for another kind of processor than this one");
  refuse_static(path, *elf);

  const std::vector<LoadedLibrary> libraries = loaded_libraries(elf->interpreter, path);
  const HostMpi* const mpi = linked_mpi(path, libraries);
  refuse_missing(path, libraries);
  if (mpi == nullptr) {
    if (elf->starts_other_code) return nullptr;
    refuse(path, "makes no MPI call: neither it nor a library it loads is linked with MPI");
  }
  return mpi;
}

}  // namespace revprof

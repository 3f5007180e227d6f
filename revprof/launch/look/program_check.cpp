// SPDX-License-Identifier: BSD-3-Clause
// A binary whose calls cannot all be seen is refused, with reasons: one sender or receiver that is
// not wrapped would take stamps for data (revprof/launch/RUN.md).
#include "revprof/launch/look/program_check.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "revprof/launch/host/host_gasp.hpp"
#include "revprof/launch/look/mpi_family.hpp"
#include "revprof/launch/look/profiling_tool.hpp"
#include "revprof/launch/look/program_path.hpp"

namespace revprof {

namespace {

struct Refusal : std::runtime_error {
  Refusal(const char* word, const std::string& reason) : std::runtime_error(reason), name(word) {}
  const char* name;
};

void refuse_static(const std::string& path, const ElfSymbols& elf) {
  const bool has_init = elf.mpi_defined.count("MPI_Init") != 0;
  const bool has_profiled_init = elf.mpi_defined.count("PMPI_Init") != 0;
  if (!elf.dynamically_linked()) {
    if (elf.mpi_defined.empty()) {
      throw Refusal("static",
                    "statically linked, so that revprof cannot be put before its MPI calls; "
                    "link it dynamically, or with -lrevprof");
    }
    throw Refusal("static_mpi",
                  "linked with MPI statically, so that revprof cannot be put before its "
                  "calls; link it dynamically (leave -static out)");
  }
  if (elf.mpi_defined.count("mpi_init_") != 0 && !has_init && !is_profiling_tool(path, elf)) {
    throw Refusal("static_fortran_mpi",
                  "MPI's Fortran calls are part of the program (mpi_init_), so that revprof cannot "
                  "be put before them; link it with libmpi_mpifh.so");
  }
  if (has_profiled_init) {
    throw Refusal("static_mpi",
                  "linked with MPI statically (PMPI_Init is part of the program), so that "
                  "revprof cannot be put before its calls; link it with libmpi.so");
  }
  if (has_init && !is_profiling_tool(path, elf)) {
    throw Refusal("own_mpi_calls",
                  "MPI_Init is part of the program (MPI linked statically, or a library that finds "
                  "PMPI_Init by "
                  "itself), so that revprof cannot be put before its calls; leave "
                  "that library out, or start a program linked with -lrevprof by mpirun");
  }
}

// Where a program starts with other rights than its user's, the loader ignores LD_PRELOAD.
void refuse_other_rights(const std::string& path) {
  struct stat status;
  struct statvfs file_system;
  if (stat(path.c_str(), &status) != 0 || statvfs(path.c_str(), &file_system) != 0) return;
  if ((file_system.f_flag & ST_NOSUID) != 0) return;
  const bool as_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool as_group = (status.st_mode & S_ISGID) != 0 && (status.st_mode & S_IXGRP) != 0 &&
                        status.st_gid != getgid();
  const bool capable =
      geteuid() != 0 && getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
  if (!as_user && !as_group && !capable) return;
  throw Refusal("setuid",
                std::string("starts with other rights than yours (") +
                    (as_user    ? "setuid"
                     : as_group ? "setgid"
                                : "file capabilities") +
                    "), and the loader puts no library before such a program; copy it, and run the "
                    "copy");
}

// What the program is linked with. Refuses several MPIs, and those that revprof does not know.
void note_mpi(ProgramLook& look, const std::vector<LoadedLibrary>& libraries) {
  for (const LoadedLibrary& library : libraries) {
    if (!is_mpi_library(library)) continue;
    const bool known =
        std::any_of(look.mpi_libraries.begin(), look.mpi_libraries.end(),
                    [&](const LoadedLibrary& other) { return other.name == library.name; });
    if (!known) look.mpi_libraries.push_back(library);
  }
  for (const LoadedLibrary& library : look.mpi_libraries) {
    const HostMpi* const known = family_of(library);
    if (known == nullptr) throw Refusal("unknown_mpi", why_unknown(library));
    if (look.mpi != nullptr && look.mpi != known) {
      const std::string both = look.mpi_libraries[0].name + " and " + library.name;
      look.mpi = nullptr;
      throw Refusal("two_mpis", "linked with two MPIs, " + both + "; expected one");
    }
    look.mpi = known;
  }
}

void refuse_missing(const std::vector<LoadedLibrary>& libraries) {
  for (const LoadedLibrary& library : libraries) {
    if (!library.path.empty()) continue;
    throw Refusal("missing_library",
                  "needs " + library.name + ", which the loader does not find (LD_LIBRARY_PATH?)");
  }
}

void refuse_other_machine(const ElfSymbols& elf) {
  if (elf.for_this_machine) return;
  constexpr int own_bits = 8 * sizeof(void*);
  throw Refusal("other_machine", elf.bits != own_bits
                                     ? "a " + std::to_string(elf.bits) +
                                           "-bit program; expected a " + std::to_string(own_bits) +
                                           "-bit one, as revprof itself is"
                                     : "built for another kind of processor than this one");
}

ElfSymbols read_program(const std::string& path) {
  const std::optional<ElfSymbols> elf = read_elf_symbols(path);
  if (elf) return *elf;
  throw std::runtime_error(
      path + ": neither a program (ELF) nor a script that names its interpreter (#!)");
}

// The files are as the program's own loader would load them.
void look_at_loaded(ProgramLook& look, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const std::optional<ElfSymbols> elf = read_elf_symbols(path);
    if (!elf) throw std::runtime_error(path + ": expected a library (ELF)");
    if (!look.elf.dynamically_linked()) continue;  // loads none
    look.loaded.push_back({path, *elf, loaded_libraries(look.elf.interpreter, path)});
    note_mpi(look, look.loaded.back().libraries);
  }
}

// It, or a library of it, may load one with MPI or start a program that has it.
bool may_come_to_mpi(const ProgramLook& look) {
  const auto may = [](const ElfSymbols& elf) { return elf.loads_libraries || elf.starts_programs; };
  return may(look.elf) || std::any_of(look.libraries.begin(), look.libraries.end(),
                                      [&](const LoadedLibrary& library) {
                                        const auto elf = read_elf_symbols(library.path);
                                        return elf && may(*elf);
                                      });
}

void look_through(ProgramLook& look, const std::vector<std::string>& loaded) {
  refuse_other_machine(look.elf);
  refuse_static(look.path, look.elf);
  try {
    look.libraries = loaded_libraries(look.elf.interpreter, look.path);
  } catch (const std::runtime_error& error) {
    throw Refusal("not_loadable", error.what());
  }
  note_mpi(look, look.libraries);
  look_at_loaded(look, loaded);
  refuse_missing(look.libraries);
  refuse_other_rights(look.path);
  if (!gasp_library(look.libraries).empty()) return;
  if (look.elf.imported.count("gasp_init") != 0) {
    throw Refusal("other_gasp_tool",
                  "instrumented for another tool of UPC's (GASP); link it with -lrevprof_gasp, and "
                  "with revprof_gasp.upc");
  }
  if (look.mpi == nullptr && !may_come_to_mpi(look)) {
    throw Refusal("no_mpi",
                  "makes no MPI call: neither it nor a library it loads is linked with MPI");
  }
}

// What there is to see of the program that runs a script; the script may start any other.
void look_at_interpreter(ProgramLook& look) {
  look.elf = read_program(look.interpreters.back());
  if (!look.elf.for_this_machine || !look.elf.dynamically_linked()) return;
  try {
    look.libraries = loaded_libraries(look.elf.interpreter, look.interpreters.back());
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(look.interpreters.back() + ": " + error.what());
  }
  note_mpi(look, look.libraries);
}

}  // namespace

ProgramLook look_into(const std::string& path, const std::vector<std::string>& loaded) {
  require_executable(path);
  ProgramLook look;
  look.path = path;
  if (is_script(path)) {
    look.interpreters = interpreters_of(path);
    look_at_interpreter(look);
    look_at_loaded(look, loaded);
    return look;
  }
  look.elf = read_program(path);
  try {
    look_through(look, loaded);
  } catch (const Refusal& refusal) {
    look.obstacle = {refusal.name, refusal.what()};
  }
  return look;
}

ProgramLook check_program(const std::string& path) {
  require_executable(path);
  ProgramLook look;
  look.path = path;
  if (is_script(path)) return look;
  look = look_into(path);
  if (look.obstacle) throw std::runtime_error(path + ": " + look.obstacle->reason);
  return look;
}

}  // namespace revprof

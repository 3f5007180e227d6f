// SPDX-License-Identifier: BSD-3-Clause
// R's Rmpi has an mpi_bcast in C; solvers for one process bring an mpi_bcast_ that copies. Nobody
// minds as long as MPI's Fortran library is not loaded, or later than they; but librevprof is
// loaded first and has all of its names, as compilers write them.
#include "revprof/mpi/world/namesakes.hpp"

#include <dlfcn.h>

#include <cctype>
#include <cstring>
#include <string>

#include "revprof/mpi/host/linked_file.hpp"
#include "revprof/mpi/world/tools.hpp"

namespace revprof {

namespace {

// "mpi_send_" or "MPI_SEND": C's names have letters of both kinds.
bool is_in_fortran(const char* name) {
  if (std::strncmp(name, "mpi_", 4) == 0) return true;
  if (std::strncmp(name, "MPI_", 4) != 0) return false;
  while (*name != '\0' && std::islower(static_cast<unsigned char>(*name)) == 0) ++name;
  return *name == '\0';
}

// An MPI has each routine by its name for profiling, too (MPI-3.1 section 14.2).
bool is_mpi(const LinkedFile& file, const char* name) {
  const std::string profiled = (name[0] == 'm' ? "p" : "P") + std::string(name);
  return file.definition(profiled.c_str()) != nullptr;
}

// What a file would find behind a name without librevprof, if that is neither an MPI's nor a
// tool's; else nullptr.
void* namesake(const LinkedFile& file, const char* name) {
  void* found = dlsym(RTLD_NEXT, name);           // by anybody in the program,
  if (found == nullptr) found = file.find(name);  // or just by those that were loaded for this one
  const link_map* const map = LinkedFile::of(found);
  if (map == nullptr) return nullptr;
  const LinkedFile theirs(*map);
  return is_mpi(theirs, name) || is_tool(theirs) ? nullptr : found;
}

}  // namespace

__attribute__((constructor)) void make_way_for_namesakes() {
  const LinkedFile own(*LinkedFile::of(reinterpret_cast<const void*>(&make_way_for_namesakes)));
  if (own.definition("mpi_init_") == nullptr) return;  // MPICH's librevprof
  const auto make_way = [&](const LinkedFile& file, const LinkedFile::Slot& slot) {
    if (!is_in_fortran(slot.name)) return;
    void* const ours = own.definition(slot.name);
    if (ours == nullptr || ours != dlsym(RTLD_DEFAULT, slot.name)) return;  // nobody finds ours
    if (void* const found = namesake(file, slot.name)) write_slot(slot, found);
  };
  for (const LinkedFile& file : LinkedFile::all()) {
    if (file.map() == own.map()) continue;
    for (const LinkedFile::Slot& slot : file.slots()) make_way(file, slot);
    for (const LinkedFile::Slot& slot : file.own_slots()) make_way(file, slot);
  }
}

}  // namespace revprof

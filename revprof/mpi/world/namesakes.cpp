// SPDX-License-Identifier: BSD-3-Clause
// R's Rmpi has an mpi_bcast in C; solvers for one process bring an mpi_bcast_ that copies. Nobody
// minds as long as MPI's Fortran library is not loaded, or later than they; but librevprof is
// loaded first. So it has the names that nearly all compilers write, mpi_bcast_, alone. Those that
// others write (mpi_bcast, mpi_bcast__, MPI_BCAST) go to it where they would go to MPI; and
// mpi_bcast_ goes to who would have it without librevprof, where that is the program.
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

// "mpi_send", "mpi_send__", "MPI_SEND" -> "mpi_send_".
std::string as_most_write(const char* name) {
  std::string written(name);
  written.erase(written.find_last_not_of('_') + 1);
  for (char& letter : written) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return written + "_";
}

// What a file finds behind a name without librevprof: what anybody in the program does, or just
// those that were loaded for this one.
void* without_librevprof(const LinkedFile& file, const char* name) {
  void* const found = dlsym(RTLD_NEXT, name);
  return found != nullptr ? found : file.find(name);
}

// An MPI has each routine by its name for profiling, too (MPI-3.1 section 14.2): as a rule they are
// one function.
bool is_mpis(void* found, const char* name) {
  const std::string profiled = (name[0] == 'm' ? "p" : "P") + std::string(name);
  if (found == dlsym(RTLD_NEXT, profiled.c_str())) return true;
  const link_map* const map = LinkedFile::of(found);
  return map != nullptr && LinkedFile(*map).definition(profiled.c_str()) != nullptr;
}

void settle_name(const LinkedFile& own, const LinkedFile& file, const LinkedFile::Slot& slot) {
  if (!is_in_fortran(slot.name)) return;
  void* const found = without_librevprof(file, slot.name);
  if (found == nullptr) return;
  const std::string written = as_most_write(slot.name);
  const bool is_ours = written == slot.name, is_for_mpi = is_mpis(found, slot.name);
  if (is_ours == is_for_mpi) return;  // who has it is who should
  void* const ours = own.definition(written.c_str());
  if (ours == nullptr) return;
  // Where the program itself has the name, everybody finds that.
  void* const first = dlsym(RTLD_DEFAULT, slot.name);
  if (is_for_mpi) {
    if (first == nullptr || first == found) write_slot(slot, ours);
  } else if (first == ours) {
    const link_map* const map = LinkedFile::of(found);
    if (map != nullptr && !is_tool(LinkedFile(*map))) write_slot(slot, found);
  }
}

}  // namespace

__attribute__((constructor)) void make_way_for_namesakes() {
  const LinkedFile own(*LinkedFile::of(reinterpret_cast<const void*>(&make_way_for_namesakes)));
  if (own.definition("mpi_init_") == nullptr) return;  // MPICH's librevprof
  for (const LinkedFile& file : LinkedFile::all()) {
    for (const LinkedFile::Slot& slot : file.slots()) settle_name(own, file, slot);
    for (const LinkedFile::Slot& slot : file.own_slots()) settle_name(own, file, slot);
  }
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// MPICH's library for `use mpi_f08` calls MPI_Send in C, but PMPI_Wait, PMPI_Init and all else that
// has no buffer. Where that library is loaded, its slots for those names are made to hold revprof's
// MPI_Wait and MPI_Init before the program begins; handles, statuses, logicals and characters are
// then still translated by MPICH.
#include <cstring>

#include "revprof/mpi/host/linked_file.hpp"

namespace revprof {

namespace {

__attribute__((constructor)) void get_before_f08() {
  const LinkedFile own(*LinkedFile::of(reinterpret_cast<const void*>(&get_before_f08)));
  for (const LinkedFile& file : LinkedFile::all()) {
    if (file.definition("mpi_init_f08_") == nullptr) continue;
    for (const LinkedFile::Slot& slot : file.slots()) {
      if (std::strncmp(slot.name, "PMPI_", 5) != 0) continue;
      // None: a call that revprof has nothing to do with.
      if (void* const function = own.definition(slot.name + 1)) write_slot(slot, function);
    }
    return;
  }
}

}  // namespace

}  // namespace revprof

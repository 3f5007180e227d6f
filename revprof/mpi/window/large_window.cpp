// SPDX-License-Identifier: BSD-3-Clause
// Windows with a large displacement unit (MPI-4.0 section 19.2).
#include "revprof/mpi/window/window_calls.hpp"

#ifdef REVPROF_DECLARES_MPI_Win_create_c

using namespace revprof;

#define REVPROF_EXPORT __attribute__((visibility("default")))

extern "C" {

REVPROF_EXPORT int MPI_Win_create_c(void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info,
                                    MPI_Comm comm, MPI_Win* win) {
  return handle::made_window(Call::MPI_Win_create, comm, win,
                             [&] { return PMPI_Win_create_c(base, size, unit, info, comm, win); });
}

REVPROF_EXPORT int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm,
                                      void* base, MPI_Win* win) {
  return handle::made_window(Call::MPI_Win_allocate, comm, win, [&] {
    return PMPI_Win_allocate_c(size, unit, info, comm, base, win);
  });
}

REVPROF_EXPORT int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint unit, MPI_Info info,
                                             MPI_Comm comm, void* base, MPI_Win* win) {
  return handle::made_window(Call::MPI_Win_allocate_shared, comm, win, [&] {
    return PMPI_Win_allocate_shared_c(size, unit, info, comm, base, win);
  });
}

}  // extern "C"

#endif

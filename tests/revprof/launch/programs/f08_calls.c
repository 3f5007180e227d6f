// SPDX-License-Identifier: BSD-3-Clause
// Begins and ends as a program with `use mpi_f08` does, and the library that it calls, which goes
// by the PMPI_ names, as MPICH's does.
#include <mpi.h>
#include <stddef.h>

void mpi_init_f08_(int* error);
void mpi_finalize_f08_(int* error);

#ifdef REVPROF_TEST_LIBRARY
void mpi_init_f08_(int* error) { *error = PMPI_Init(NULL, NULL); }
void mpi_finalize_f08_(int* error) { *error = PMPI_Finalize(); }
#else
int main(void) {
  int error;
  mpi_init_f08_(&error);
  mpi_finalize_f08_(&error);
  return error;
}
#endif

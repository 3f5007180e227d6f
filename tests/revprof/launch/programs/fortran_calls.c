// SPDX-License-Identifier: BSD-3-Clause
// What a compiled Fortran program looks like: it takes mpi_init_ and mpi_send_ from a library.
#include <mpi.h>

void mpi_init_(int* error);
void mpi_send_(void);

#ifdef REVPROF_TEST_LIBRARY
void mpi_init_(int* error) { *error = MPI_Init(0, 0); }
void mpi_send_(void) {}
#else
int main(void) {
  int error = 0;
  mpi_init_(&error);
  mpi_send_();
  return MPI_Finalize();
}
#endif

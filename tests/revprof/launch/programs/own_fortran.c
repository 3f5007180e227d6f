// SPDX-License-Identifier: BSD-3-Clause
// What a program looks like with MPI's Fortran library linked into it statically.
#include <mpi.h>

void mpi_init_(int* error);
void mpi_init_(int* error) { *error = PMPI_Init(0, 0); }

int main(void) {
  int error = 0;
  mpi_init_(&error);
  return PMPI_Finalize();
}

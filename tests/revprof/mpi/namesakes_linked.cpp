// SPDX-License-Identifier: BSD-3-Clause
// A library of a C program whose functions have the names of MPI's Fortran routines, in two of the
// ways in which compilers write them.
#include <mpi.h>

extern "C" int mpi_allreduce(int value) {
  int sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

extern "C" void mpi_bcast_(int* value) { *value += 1000; }

extern "C" int sum_of_linked(int value) {
  int sum = mpi_allreduce(value);
  mpi_bcast_(&sum);
  return sum;
}

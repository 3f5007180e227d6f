// SPDX-License-Identifier: BSD-3-Clause
// As namesakes_linked, in the two other ways; the program opens it when it runs.
#include <mpi.h>

extern "C" int mpi_scan__(int value) {
  int sum = 0;
  MPI_Scan(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

extern "C" void MPI_REDUCE(int* value) { *value += 2000; }

extern "C" int sum_of_opened(int value) {
  int sum = mpi_scan__(value);
  MPI_REDUCE(&sum);
  return sum;
}

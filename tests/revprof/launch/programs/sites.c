// SPDX-License-Identifier: BSD-3-Clause
// Sums of 8 and of 800 bytes, at places of their own; the test knows their lines.
#include <mpi.h>

static double values[100], sums[100];

static void sum_all(int count) {
  MPI_Allreduce(values, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);  // line 8
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) sum_all(1);
  for (int i = 0; i < 2; ++i) {
    MPI_Allreduce(values, sums, 100, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);  // line 15
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Sums until somebody ends it, for at most a minute; says when it is under way.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 6000; ++i) {
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && i == 20) {
      puts("under way");
      fflush(stdout);
    }
    usleep(10000);
  }
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Sums as often as its standard input says; "strays FILE": once more in each run that finds FILE,
// which the first one leaves; "strays FILE wait": such a run waits to be ended.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, rounds = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && scanf("%d", &rounds) != 1) rounds = -1;
  if (rank == 0 && argc > 1) {
    FILE* file = fopen(argv[1], "r");
    if (file != NULL) ++rounds;
    if (file != NULL && argc > 2) sleep(200);
    if (file == NULL) file = fopen(argv[1], "w");
    if (file != NULL) fclose(file);
  }
  MPI_Bcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
  double own = rank, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    for (volatile int work = 0; work < 100000; ++work) {
    }
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%d rounds\n", rounds);
  MPI_Finalize();
  return 0;
}

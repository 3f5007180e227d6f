// SPDX-License-Identifier: BSD-3-Clause
// Two phases, one of them a region, each of a work that its argument says, and a rare one. What
// phases.c announces, a program that counts does not need.
#include <mpi.h>
#include <revprof/revprof.h>
#include <stdio.h>
#include <stdlib.h>

static double work(long n) {
  double sum = 0;
  for (long i = 1; i <= n; ++i) sum += 1.0 / (double)i;
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double sum = work(n);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < 40; ++round) {
    double all = 0;
    sum += work(n);
    revprof_compute((double)n);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    revprof_begin("sweep, twice");
    sum = work(2 * n) + all / 1e9;
    revprof_compute((double)(2 * n));
    revprof_end();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.6f\n", sum);
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Ten sums over all processes. "sums fail P" ends with code 3 before MPI_Finalize where P processes
// run; "sums wait DIRECTORY" leaves a file named after each process's id there and waits to be
// ended; "sums name" says by which name it was started.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  double own = rank, sum = 0;
  for (int i = 0; i < 10; ++i) {
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("sum %g\n", sum);
  if (rank == 0 && argc > 1 && strcmp(argv[1], "name") == 0) printf("named %s\n", argv[0]);
  fflush(stdout);
  if (argc > 2 && strcmp(argv[1], "fail") == 0 && atoi(argv[2]) == processes) exit(3);
  if (argc > 2 && strcmp(argv[1], "wait") == 0) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%d", argv[2], (int)getpid());
    FILE* file = fopen(name, "w");
    if (file != NULL) fclose(file);
    sleep(100);
  }
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Process 0, or every one (`all`), computes so many steps, or units of a name; then all meet, and
// process 0 sends to all.
#include <mpi.h>
#include <stdlib.h>

#include "revprof/revprof.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, word = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0 || argc > 2) revprof_compute_in(argc > 3 ? argv[3] : "step", atof(argv[1]));
  MPI_Barrier(MPI_COMM_WORLD);
  for (int peer = 1; peer < size && rank == 0; ++peer) {
    MPI_Send(&word, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
  }
  if (rank > 0) MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// A program of somebody else's: computes a thousand steps and meets the others.
#include <mpi.h>
#include <revprof/revprof.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  revprof_compute(1000);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Finalize();
}

// SPDX-License-Identifier: BSD-3-Clause
// MPI has begun before OpenSHMEM; Open MPI's shmem_finalize ends both, or, with an argument, the
// program's exit does. On standard output: what the calls have done.
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

#include "revprof/revprof.h"

static long one = 1, sum;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  shmem_init();
  revprof_compute(1000.0 * (1 + shmem_my_pe()));
  shmem_barrier_all();
  MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  printf("%d: %ld\n", shmem_my_pe(), sum);
  fflush(stdout);
  if (argc > 1) return 0;
  revprof_compute(3000.0);
  shmem_finalize();
  int ended = 0;
  MPI_Finalized(&ended);
  return ended ? 0 : 1;
}

// SPDX-License-Identifier: BSD-3-Clause
// More updates than a ring holds before the first is waited for; and several threads that make
// calls at once. On standard output: what the calls have done.
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>

enum { many = 20000 };

static long flag, counter;
static int me;

// Process 1 makes no call of OpenSHMEM while process 0 puts and puts.
static void overflow(void) {
  if (me == 0) {
    shmem_long_p(&flag, 1, 1);
    for (long i = 1; i <= many; ++i) shmem_long_p(&counter, i, 1);
    shmem_quiet();
  }
  MPI_Pcontrol(0);
  if (me == 0) MPI_Send(NULL, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Pcontrol(1);
  if (me == 1) shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  if (me == 1) shmem_long_wait_until(&counter, SHMEM_CMP_GE, many);
  printf("%d: %ld\n", me, counter);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  overflow();
  shmem_finalize();
  return 0;
}

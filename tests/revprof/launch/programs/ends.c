// SPDX-License-Identifier: BSD-3-Clause
// ends HOW RANK CODE: how a program may end. Process RANK (all: every one) ends by that before
// MPI_Finalize, the others reach it. "finalize" ends behind it; "signal" raises CODE; "self" is
// MPI_Abort on MPI_COMM_SELF, and "lower" that of the lower half of the processes on their own
// communicator. A fourth word: what is deleted at the beginning of MPI_Finalize ends a process
// there.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MPICH ends all of its processes where one calls MPI_Abort, and can hang where several do.
// Open MPI ends the one that calls it.
static void end_half(MPI_Comm half, int rank, int code) {
#ifdef OPEN_MPI
  rank = 0;
#endif
  if (rank == 0) MPI_Abort(half, code);
  MPI_Barrier(half);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* const how = argv[1];
  const int code = atoi(argv[3]);
  int rank, processes;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank < processes / 2, rank, &half);
  MPI_Barrier(MPI_COMM_WORLD);
  // What MPI_Barrier has sent is lost with a process that ends at once (MPICH).
  if (argc > 4) usleep(300000);
  if (strcmp(how, "lower") == 0 && rank < processes / 2) end_half(half, rank, code);
  if (strcmp(argv[2], "all") == 0 || atoi(argv[2]) == rank) {
    if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, code);
    if (strcmp(how, "self") == 0) MPI_Abort(MPI_COMM_SELF, code);
    if (strcmp(how, "exit") == 0) exit(code);
    if (strcmp(how, "_exit") == 0) _exit(code);
    if (strcmp(how, "return") == 0) return code;
    if (strcmp(how, "signal") == 0) raise(code);
    if (strcmp(how, "finalize") == 0) return MPI_Finalize() == MPI_SUCCESS ? code : 99;
  }
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause
   A program whose calls other tools see: messages of several sizes around a ring, collectives,
   clocks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "revprof/revprof.h"

int main(int argc, char** argv) {
  enum { most = 100000 };
  static char out[most], in[most];
  int rank, processes, size, i;
  long sum = 0, all = 0;
  double begun;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  begun = MPI_Wtime();
  MPI_Pcontrol(1);
  MPI_Pcontrol(7, "a level of the tool's");
  for (size = 1; size <= most; size *= 10) {
    const int next = (rank + 1) % processes, previous = (rank + processes - 1) % processes;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int count;
    revprof_compute(1000.0 * size);
    for (i = 0; i < size; ++i) out[i] = (char)(rank + i);
    MPI_Irecv(in, most, MPI_CHAR, previous, size, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, size, MPI_CHAR, next, size, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    MPI_Get_count(&statuses[0], MPI_CHAR, &count);
    for (i = 0; i < count; ++i) sum += in[i];
    sum += count + statuses[0].MPI_SOURCE + statuses[0].MPI_TAG;
    if (rank == 0) MPI_Send(out, size / 10 + 1, MPI_CHAR, processes - 1, 5, MPI_COMM_WORLD);
    if (rank == processes - 1) {
      MPI_Recv(in, most, MPI_CHAR, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &statuses[0]);
      MPI_Get_count(&statuses[0], MPI_CHAR, &count);
      sum += count;
    }
    MPI_Bcast(out, size, MPI_CHAR, size % processes, MPI_COMM_WORLD);
    sum += out[size - 1];
  }
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, half);
  MPI_Comm_free(&half);
  MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (MPI_Wtime() <= begun) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 0) printf("sum %ld\n", all);
  fflush(stdout);
  MPI_Finalize();
  return 0;
}

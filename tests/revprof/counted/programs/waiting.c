// SPDX-License-Identifier: BSD-3-Clause
// A loop of MPI_Test that runs as often as the host likes, with nothing and with something to do in
// it; an operation of the program's own, which MPI calls back.
#include <mpi.h>
#include <stdio.h>

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *length; ++i) ((long*)inout)[i] += ((long*)in)[i];
}

static long work(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) sum += i % 7 == 3 ? i : -1;
  return sum;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long sum = 0;
  for (int round = 0; round < 20; ++round) {
    long out = work(10000 * (rank + 1)), in = 0;
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_LONG, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_LONG, (rank + size - 1) % size, 0, MPI_COMM_WORLD);
    for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    sum += in;
  }
  MPI_Op own;
  MPI_Op_create(add, 1, &own);
  long all[100], parts[100];
  for (int i = 0; i < 100; ++i) parts[i] = sum + i;
  MPI_Allreduce(parts, all, 100, MPI_LONG, own, MPI_COMM_WORLD);
  MPI_Op_free(&own);
  if (rank == 0) printf("%ld\n", all[99]);
  MPI_Finalize();
  return 0;
}

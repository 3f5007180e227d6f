/* SPDX-License-Identifier: BSD-3-Clause
   A tool as others write them: it counts calls, bytes and statuses of all processes, and prints
   them at the end. With TOOL_TALKS it also sends messages of its own where MPI begins and ends. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  sends,
  isends,
  receives,
  ireceives,
  waits,
  bcasts,
  allreduces,
  splits,
  clocks,
  levels,
  bytes,
  counters
};
static const char* const names[counters] = {"sends",  "isends", "receives",   "ireceives",
                                            "waits",  "bcasts", "allreduces", "splits",
                                            "clocks", "levels", "bytes"};
static long counts[counters];

static void talk(void) {
  int rank, processes, said, heard = -1;
  if (getenv("TOOL_TALKS") == NULL) return;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &processes);
  said = rank;
  PMPI_Sendrecv(&said, 1, MPI_INT, (rank + 1) % processes, 77, &heard, 1, MPI_INT,
                (rank + processes - 1) % processes, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  PMPI_Barrier(MPI_COMM_WORLD);
  if (heard != (rank + processes - 1) % processes) PMPI_Abort(MPI_COMM_WORLD, 9);
}

static long size_of(int count, MPI_Datatype type) {
  int size;
  PMPI_Type_size(type, &size);
  return (long)count * size;
}

static long received(const MPI_Status* status) {
  int count;
  PMPI_Get_count(status, MPI_BYTE, &count);
  return count;
}

int MPI_Init(int* argc, char*** argv) {
  const int error = PMPI_Init(argc, argv);
  talk();
  return error;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int error = PMPI_Init_thread(argc, argv, required, provided);
  talk();
  return error;
}

int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  ++counts[sends];
  counts[bytes] += size_of(count, datatype);
  return PMPI_Send(buf, count, datatype, dest, tag, comm);
}

int MPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request* request) {
  ++counts[isends];
  counts[bytes] += size_of(count, datatype);
  return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

int MPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  MPI_Status own;
  const int error = PMPI_Recv(buf, count, datatype, source, tag, comm, &own);
  ++counts[receives];
  counts[bytes] += received(&own);
  if (status != MPI_STATUS_IGNORE) *status = own;
  return error;
}

static MPI_Request receive; /* the latest one */

int MPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
  const int error = PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
  ++counts[ireceives];
  receive = *request;
  return error;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  int i, error, received_at = -1;
  MPI_Status own[64];
  if (count > 64) PMPI_Abort(MPI_COMM_WORLD, 8);
  ++counts[waits];
  for (i = 0; i < count; ++i) {
    if (requests[i] == receive) received_at = i;
  }
  error = PMPI_Waitall(count, requests, own);
  for (i = 0; i < count; ++i) {
    if (i == received_at) counts[bytes] += received(&own[i]);
    if (statuses != MPI_STATUSES_IGNORE) statuses[i] = own[i];
  }
  return error;
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  ++counts[bcasts];
  counts[bytes] += size_of(count, datatype);
  return PMPI_Bcast(buffer, count, datatype, root, comm);
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  ++counts[allreduces];
  counts[bytes] += size_of(count, datatype);
  return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  ++counts[splits];
  return PMPI_Comm_split(comm, color, key, newcomm);
}

double MPI_Wtime(void) {
  ++counts[clocks];
  return PMPI_Wtime();
}

#ifndef TOOL_INSIDE
/* As most do it: what follows the level is lost. */
int MPI_Pcontrol(const int level, ...) {
  if (level >= 0 && level < 100) counts[levels] += level;
  return PMPI_Pcontrol(level);
}
#endif

int MPI_Finalize(void) {
  int i, rank;
  long sums[counters] = {0};
  if (getenv("TOOL_TALKS") != NULL) {
    talk();
    PMPI_Reduce(counts, sums, counters, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  }
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (i = 0; i < counters && rank == 0; ++i)
    printf("tool: %s %ld, of all %ld\n", names[i], counts[i], sums[i]);
  fflush(stdout);
  return PMPI_Finalize();
}

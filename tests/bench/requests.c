// SPDX-License-Identifier: BSD-3-Clause
// Many open receives of which calls complete some, in real time: microseconds of one for each way.
//
// MPI_Wtime is simulated under revprof, so the clock is the host's own.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "real_time.h"

static const char usage[] =
    "usage: requests [SECONDS]\n"
    "Needs 2 processes; the first one receives. Spends about SECONDS (default 0.2) on each; prints "
    "names and microseconds.\n";

enum { most_open = 2000, tags = 100, ready = tags, most_rounds = 101 };
static MPI_Request requests[most_open];
static int indices[most_open];
static char data[most_open];

// How many of so many requests one call completes.
static int wait_any(int count) {
  int index;
  MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
  return 1;
}
static int test_any(int count) {
  int index, flag;
  MPI_Testany(count, requests, &index, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static int wait_some(int count) {
  int completed;
  MPI_Waitsome(count, requests, &completed, indices, MPI_STATUSES_IGNORE);
  return completed;
}
static int test_some(int count) {
  int completed;
  MPI_Testsome(count, requests, &completed, indices, MPI_STATUSES_IGNORE);
  return completed;
}

static const struct {
  const char* name;
  int (*complete)(int count);
} calls[] = {{"MPI_Waitany", wait_any},
             {"MPI_Testany", test_any},
             {"MPI_Waitsome", wait_some},
             {"MPI_Testsome", test_some}};

// Real seconds until all are complete.
static double play(int rank, int (*complete)(int), int count) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now();
  if (rank == 0) {
    for (int i = 0; i < count; ++i) {
      MPI_Irecv(&data[i], 1, MPI_CHAR, 1, i % tags, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Send(NULL, 0, MPI_CHAR, 1, ready, MPI_COMM_WORLD);
    for (int completed = 0; completed < count;) completed += complete(count);
  } else if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_CHAR, 0, ready, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; ++i) MPI_Send(data, 1, MPI_CHAR, 0, i % tags, MPI_COMM_WORLD);
  }
  return now() - start;
}

// The median of several rounds: a disturbed one drops out.
static double time_of(int rank, int (*complete)(int), int count, double seconds) {
  double times[most_rounds], spent = 0;
  int rounds = 0;
  do {
    times[rounds] = play(rank, complete, count);
    spent += times[rounds++];
    MPI_Bcast(&spent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  } while (rounds < most_rounds && spent < seconds);
  return median(times, rounds) / count;
}

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.2;
  int rank = 0, processes = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (argc > 2 || seconds <= 0 || processes < 2) {
    if (rank == 0) fputs(usage, stderr);
    MPI_Finalize();
    return 2;
  }
  for (int count = 20; count <= most_open; count *= 10) {
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); ++i) {
      const double time = time_of(rank, calls[i].complete, count, seconds);
      if (rank == 0) printf("%s-of-%d %.3f\n", calls[i].name, count, 1e6 * time);
    }
  }
  MPI_Finalize();
  return 0;
}

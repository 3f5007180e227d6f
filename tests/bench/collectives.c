// SPDX-License-Identifier: BSD-3-Clause
// Small collectives in a row, in real time: microseconds of one for each of them.
//
// MPI_Wtime is simulated under revprof, so the clock is the host's own.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "real_time.h"

static const char usage[] =
    "usage: collectives [SECONDS]\n"
    "Spends about SECONDS (default 0.2) on each; prints names and microseconds.\n";

enum { most_processes = 64, own_bytes = 8 };
static char out[most_processes * own_bytes], in[most_processes * own_bytes];

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void allreduce(void) { MPI_Allreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void alltoall(void) {
  MPI_Alltoall(out, own_bytes, MPI_CHAR, in, own_bytes, MPI_CHAR, MPI_COMM_WORLD);
}
static void bcast(void) { MPI_Bcast(out, own_bytes, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void iallreduce(void) {
  MPI_Request request;
  MPI_Iallreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static const struct {
  const char* name;
  void (*call)(void);
} collectives[] = {{"MPI_Barrier", barrier},
                   {"MPI_Allreduce", allreduce},
                   {"MPI_Alltoall", alltoall},
                   {"MPI_Bcast", bcast},
                   {"MPI_Iallreduce", iallreduce}};

// Real seconds of `repetitions` in a row. The same on all processes.
static double play(void (*call)(void), int repetitions) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = now();
  for (int i = 0; i < repetitions; ++i) call();
  double seconds = now() - start;
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return seconds;
}

// The median of several batches: a disturbed one drops out.
static double time_of(void (*call)(void), double seconds) {
  enum { batches = 21, tried = 20 };
  double times[batches];
  const double one = play(call, tried) / tried;
  const int repetitions = (int)(seconds / batches / one) + 1;
  for (int i = 0; i < batches; ++i) times[i] = play(call, repetitions) / repetitions;
  return median(times, batches);
}

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.2;
  int rank = 0, processes = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (argc > 2 || seconds <= 0 || processes > most_processes) {
    if (rank == 0) fputs(usage, stderr);
    MPI_Finalize();
    return 2;
  }
  for (size_t i = 0; i < sizeof(collectives) / sizeof(collectives[0]); ++i) {
    const double time = time_of(collectives[i].call, seconds);
    if (rank == 0) printf("%s %.3f\n", collectives[i].name, 1e6 * time);
  }
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// A task farm: process 0 hands out ranges of numbers, the others count the primes in them.
//
// Whoever is done first gets the next task (MPI_ANY_SOURCE), so with three processes or more the
// host decides who computes what: the sum is always the same, the predicted time need not be.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "revprof/revprof.h"

static const char usage[] =
    "usage: farm [TASKS]\n"
    "Counts the primes below TASKS * 1000 (default 100, at most 100000), 1000 numbers a task.\n";

enum { numbers_per_task = 1000, tag_task = 1, tag_stop = 2, tag_count = 3 };

// One step of computation is one trial division.
static long count_primes(long task) {
  long primes = 0;
  long divisions = 0;
  for (long n = task * numbers_per_task; n < (task + 1) * numbers_per_task; ++n) {
    int prime = n >= 2;
    for (long divisor = 2; prime && divisor * divisor <= n; ++divisor, ++divisions) {
      prime = n % divisor != 0;
    }
    primes += prime;
  }
  revprof_compute((double)divisions);
  return primes;
}

static void stop(int worker) {
  const long nothing = 0;
  MPI_Send(&nothing, 1, MPI_LONG, worker, tag_stop, MPI_COMM_WORLD);
}

static long hand_out(long tasks, int processes) {
  long next = 0;
  int busy = 0;
  for (int worker = 1; worker < processes; ++worker) {
    if (next == tasks) {
      stop(worker);
      continue;
    }
    MPI_Send(&next, 1, MPI_LONG, worker, tag_task, MPI_COMM_WORLD);
    ++next;
    ++busy;
  }
  long primes = 0;
  while (busy > 0) {
    long count = 0;
    MPI_Status status;
    MPI_Recv(&count, 1, MPI_LONG, MPI_ANY_SOURCE, tag_count, MPI_COMM_WORLD, &status);
    primes += count;
    if (next < tasks) {
      MPI_Send(&next, 1, MPI_LONG, status.MPI_SOURCE, tag_task, MPI_COMM_WORLD);
      ++next;
    } else {
      stop(status.MPI_SOURCE);
      --busy;
    }
  }
  while (next < tasks) primes += count_primes(next++);  // there are no workers
  return primes;
}

static void work(void) {
  for (;;) {
    long task = 0;
    MPI_Status status;
    MPI_Recv(&task, 1, MPI_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == tag_stop) return;
    const long count = count_primes(task);
    MPI_Send(&count, 1, MPI_LONG, 0, tag_count, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);

  long tasks = 100;
  char* end = NULL;
  const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (argc == 2 && !help) tasks = strtol(argv[1], &end, 10);
  if (help || argc > 2 || (end != NULL && *end != '\0') || tasks < 1 || tasks > 100000) {
    if (rank == 0 && !help) fprintf(stderr, "farm: expected one whole number from 1 to 100000\n");
    if (rank == 0) fputs(usage, help ? stdout : stderr);
    MPI_Finalize();
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }

  const double start = MPI_Wtime();
  if (rank == 0) {
    const long primes = hand_out(tasks, processes);
    const double seconds = MPI_Wtime() - start;
    printf("%ld tasks: %ld primes below %ld\n", tasks, primes, tasks * numbers_per_task);
    printf("time: %.9f s\n", seconds);
  } else {
    work();
  }
  MPI_Finalize();
  return EXIT_SUCCESS;
}

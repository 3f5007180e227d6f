// SPDX-License-Identifier: BSD-3-Clause
// A message goes round a ring of processes: each one adds 1 and passes it on to the next.
//
// Nothing overlaps, so the time is that of `rounds` times p messages, one after the other.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ring [ROUNDS [BYTES]]\n"
    "Sends a message of BYTES bytes (default 8, at least 8) ROUNDS times (default 10) round all\n"
    "processes; each adds 1 to its first 8 bytes.\n";

// A whole number from `least` to 2^30, and nothing behind it.
static int read_number(const char* text, long least, long* number) {
  char* end = NULL;
  *number = strtol(text, &end, 10);
  return end != text && *end == '\0' && *number >= least && *number <= 1L << 30;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);

  long rounds = 10;
  long bytes = sizeof(long long);
  const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (help || argc > 3 || (argc > 1 && !read_number(argv[1], 1, &rounds)) ||
      (argc > 2 && !read_number(argv[2], sizeof(long long), &bytes))) {
    if (rank == 0 && !help)
      fprintf(stderr, "ring: expected whole numbers, ROUNDS >= 1, BYTES >= 8\n");
    if (rank == 0) fputs(usage, help ? stdout : stderr);
    MPI_Finalize();
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }

  char* message = calloc((size_t)bytes, 1);
  if (message == NULL) {
    fprintf(stderr, "ring: no memory for a message of %ld bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  const int next = (rank + 1) % processes;
  const int previous = (rank + processes - 1) % processes;
  long long token = 0;
  const double start = MPI_Wtime();
  for (long round = 0; round < rounds; ++round) {
    if (rank != 0) {
      MPI_Recv(message, (int)bytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      memcpy(&token, message, sizeof token);
    }
    ++token;
    if (processes == 1) continue;  // a blocking send to oneself may never return
    memcpy(message, &token, sizeof token);
    MPI_Send(message, (int)bytes, MPI_BYTE, next, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      MPI_Recv(message, (int)bytes, MPI_BYTE, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      memcpy(&token, message, sizeof token);
    }
  }
  const double seconds = MPI_Wtime() - start;
  if (rank == 0) {
    printf("%d processes, %ld rounds, %ld bytes: token %lld\n", processes, rounds, bytes, token);
    printf("time: %.9f s\n", seconds);
  }
  free(message);
  MPI_Finalize();
  return EXIT_SUCCESS;
}

// SPDX-License-Identifier: BSD-3-Clause
// Heat spreads over a plate, one edge of which is hot: each process has a band of rows, and puts
// the outermost of them into its neighbours' memory, behind them a flag that says which step they
// are of.
#include <math.h>
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "revprof/revprof.h"

static const char usage[] =
    "usage: heat [N [STEPS]]\n"
    "A plate of N times N points (default 128, at least 1) takes STEPS steps (default 20).\n";

enum { above, below };

static long there[2];  // the step of the row that the neighbour on that side has put
static double change, largest_change;
static double work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync_array[SHMEM_REDUCE_SYNC_SIZE];

// A whole number from 1 to 2^15, and nothing behind it.
static int read_number(const char* text, long* number) {
  char* end = NULL;
  *number = strtol(text, &end, 10);
  return end != text && *end == '\0' && *number >= 1 && *number <= 1L << 15;
}

// Of all rows: those of a process, and where they begin.
static long rows_before(long n, int process, int processes) { return n * process / processes; }

int main(int argc, char** argv) {
  shmem_init();
  const int me = shmem_my_pe();
  const int processes = shmem_n_pes();
  long n = 128;
  long steps = 20;
  const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (help || argc > 3 || (argc > 1 && !read_number(argv[1], &n)) ||
      (argc > 2 && !read_number(argv[2], &steps)) || n < processes) {
    if (me == 0 && !help) {
      fprintf(stderr, "heat: expected whole numbers, STEPS >= 1, N >= the number of processes\n");
    }
    if (me == 0) fputs(usage, help ? stdout : stderr);
    shmem_barrier_all();
    shmem_finalize();
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }

  // Row 0 and the last one are the neighbours', or the plate's edge; two plates, in turn.
  const long rows = rows_before(n, me + 1, processes) - rows_before(n, me, processes);
  const size_t width = (size_t)n + 2;
  const size_t most_rows = (size_t)(n / processes) + 3;
  double* const plates = shmem_calloc(2 * most_rows * width, sizeof(double));
  if (plates == NULL) {
    fprintf(stderr, "heat: the symmetric heap has no room for %ld points\n", n * n);
    shmem_global_exit(EXIT_FAILURE);
  }
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) sync_array[i] = SHMEM_SYNC_VALUE;
  for (size_t i = 0; me == 0 && i < width; ++i) plates[i] = plates[most_rows * width + i] = 100;
  shmem_barrier_all();
  if (me == 0) revprof_marker("heating begins");

  const double start = MPI_Wtime();
  for (long step = 1; step <= steps; ++step) {
    double* const old = plates + (size_t)((step + 1) % 2) * most_rows * width;
    double* const new = plates + (size_t)(step % 2) * most_rows* width;
    change = 0;
    for (long row = 1; row <= rows; ++row) {
      double* const at = old + (size_t)row * width;
      double* const to = new + (size_t)row* width;
      for (long i = 1; i <= n; ++i) {
        to[i] = (at[i - 1] + at[i + 1] + at[i - (long)width] + at[i + (long)width]) / 4;
        change = fmax(change, fabs(to[i] - at[i]));
      }
      revprof_compute((double)n);
    }
    // The first row is the last one of the neighbour above, whose rows may be one more or less.
    if (me > 0) {
      const long its = rows_before(n, me, processes) - rows_before(n, me - 1, processes);
      shmem_double_put(new + (size_t)(its + 1) * width, new + width, width, me - 1);
    }
    if (me < processes - 1) shmem_double_put(new, new + (size_t)rows* width, width, me + 1);
    shmem_fence();
    if (me > 0) shmem_long_p(&there[below], step, me - 1);
    if (me < processes - 1) shmem_long_p(&there[above], step, me + 1);
    if (me > 0) shmem_long_wait_until(&there[above], SHMEM_CMP_GE, step);
    if (me < processes - 1) shmem_long_wait_until(&there[below], SHMEM_CMP_GE, step);
    shmem_double_max_to_all(&largest_change, &change, 1, 0, 0, processes, work, sync_array);
    if (me == 0) revprof_counter("largest change", largest_change);
    shmem_barrier_all();  // before the array is used again
  }
  const double seconds = MPI_Wtime() - start;
  if (me == 0) {
    printf("%ld x %ld points, %ld steps: largest change %.12f\n", n, n, steps, largest_change);
    printf("time: %.9f s\n", seconds);
  }
  shmem_free(plates);
  shmem_finalize();
  return EXIT_SUCCESS;
}

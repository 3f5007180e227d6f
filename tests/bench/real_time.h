// SPDX-License-Identifier: BSD-3-Clause
// The host's own clock, as MPI_Wtime is simulated under revprof, and medians.
#ifndef REVPROF_TESTS_BENCH_REAL_TIME_H
#define REVPROF_TESTS_BENCH_REAL_TIME_H

#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

// Sorts them.
static double median(double* values, int count) {
  qsort(values, (size_t)count, sizeof(values[0]), compare);
  return values[count / 2];
}

#endif

// SPDX-License-Identifier: BSD-3-Clause
// A chain of a million additions, each of which waits for the one before it and reads eight bytes;
// and what a library calls back. Prints the sum.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 1000, rounds = 1000 };

__attribute__((noinline)) static double sum_of(const double* values, double sum) {
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}

static int compare(const void* a, const void* b) {
  return (*(const double*)a > *(const double*)b) - (*(const double*)a < *(const double*)b);
}

int main(int argc, char** argv) {
  static double values[count];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < count; ++i) values[i] = (i * 7) % 13;
  qsort(values, 8, sizeof *values, compare);
  double sum = 0;
  for (int round = 0; round < rounds; ++round) sum = sum_of(values, sum);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%.1f\n", sum);
  MPI_Finalize();
  return 0;
}

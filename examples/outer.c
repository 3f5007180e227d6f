// SPDX-License-Identifier: BSD-3-Clause
// The outer product of a vector of points, the example of Howell's "Reverse profiling" (1996,
// section 5).
//
// Every process makes its share of N points in the plane and is sent all others (MPI_Allgather). It
// computes its rows of the N x N matrix of distances and says how much work that was: compute(1)
// for each distance. The diagonal becomes N times the largest distance of all (MPI_Allreduce),
// which makes the matrix diagonally dominant.
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "revprof/revprof.h"

static const char usage[] =
    "usage: outer [N]\n"
    "Computes the matrix of the distances between N points (default 1000, at most 30000), its "
    "rows\n"
    "shared among the processes.\n";

typedef struct {
  double x, y;
} Point;

// Point `index` of a fixed pseudo-random sequence in the unit square, whoever computes it.
static Point make_point(long index) {
  uint64_t bits = (uint64_t)index * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  bits ^= bits >> 31;
  const Point point = {(double)(bits >> 32) / 4294967296.0,
                       (double)(bits & 0xFFFFFFFFu) / 4294967296.0};
  return point;
}

static void* allocate(size_t count, size_t size) {
  void* memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) {
    fprintf(stderr, "outer: no memory for %zu elements of %zu bytes\n", count, size);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  }
  return memory;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);

  long n = 1000;
  char* end = NULL;
  const int help = argc == 2 && strcmp(argv[1], "--help") == 0;
  if (argc == 2 && !help) n = strtol(argv[1], &end, 10);
  if (help || argc > 2 || (end != NULL && *end != '\0') || n < 1 || n > 30000) {
    if (rank == 0 && !help) fprintf(stderr, "outer: expected one whole number from 1 to 30000\n");
    if (rank == 0) fputs(usage, help ? stdout : stderr);
    MPI_Finalize();
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }

  // Equal shares, as MPI_Allgather wants them; the last processes may own fewer rows, or none.
  const long share = (n + processes - 1) / processes;
  const long first = rank * share < n ? rank * share : n;
  const long rows = first + share < n ? share : n - first;
  Point* own = allocate((size_t)share, sizeof(Point));
  Point* points = allocate((size_t)(share * processes), sizeof(Point));
  double* matrix = allocate((size_t)(rows * n), sizeof(double));

  const double start = MPI_Wtime();
  for (long i = 0; i < rows; ++i) own[i] = make_point(first + i);
  MPI_Allgather(own, (int)(2 * share), MPI_DOUBLE, points, (int)(2 * share), MPI_DOUBLE,
                MPI_COMM_WORLD);

  revprof_begin("distances");
  double own_maximum = 0;
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < n; ++j) {
      const double distance =
          hypot(points[first + i].x - points[j].x, points[first + i].y - points[j].y);
      matrix[i * n + j] = distance;
      if (distance > own_maximum) own_maximum = distance;
      compute(1);
    }
  }
  revprof_end();

  double maximum = 0;
  MPI_Allreduce(&own_maximum, &maximum, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  for (long i = 0; i < rows; ++i) matrix[i * n + first + i] = (double)n * maximum;
  const double seconds = MPI_Wtime() - start;

  if (rank == 0) {
    double sum = 0;
    for (long j = 0; j < n; ++j) sum += matrix[j];
    printf("%ld points: largest distance %.12f, sum of the first row %.9f\n", n, maximum, sum);
    printf("time: %.9f s\n", seconds);
  }
  free(matrix);
  free(points);
  free(own);
  MPI_Finalize();
  return EXIT_SUCCESS;
}

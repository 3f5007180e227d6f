// SPDX-License-Identifier: BSD-3-Clause
// Regions of OpenMP between MPI calls, and calls of libraries. "regions slowest": the last of four
// threads does four parts of the work, the others nothing; "regions each": the first does one part,
// the second two, and so on. Prints the CPU seconds of all threads in the regions, and of the
// slowest. "regions loop" and "regions region": as each, but who does which is the host's choice,
// by a loop that is the region, or is one of it. "regions calls N": exp() and memcpy() of 100
// bytes, N times each. "regions blas N": a product of matrices of 2 by 5 and 5 by 3, N times.
#include <math.h>
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { threads = 4, rounds = 5, part = 2000000 };

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void work(int parts) {
  for (volatile int i = 0; i < parts * part; ++i) {
  }
}

static void call_libraries(int count) {
  static char from[100], to[100];
  volatile size_t bytes = sizeof to;
  volatile double x = 0.5, sum = 0;
  for (int i = 0; i < count; ++i) {
    sum = exp(x);
    memcpy(to, from, bytes);
  }
  (void)sum;
}

// Each thread takes one turn: none goes on before all have theirs.
static pthread_barrier_t taken;

static void turn(int i) {
  pthread_barrier_wait(&taken);
  work(i + 1);
}

static void loop(void) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (int i = 0; i < threads; ++i) turn(i);
}

static void region(void) {
#pragma omp parallel num_threads(threads)
  {
#pragma omp for schedule(guided, 1)
    for (unsigned long i = 0; i < (unsigned long)threads; ++i) turn((int)i);
  }
}

void dgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda, const double* b,
            const int* ldb, const double* beta, double* c, const int* ldc);

static void call_blas(int count) {
  const int m = 2, n = 3, k = 5;
  const double one = 1, none = 0;
  double a[10], b[15], c[6] = {0};
  for (int i = 0; i < 10; ++i) a[i] = i;
  for (int i = 0; i < 15; ++i) b[i] = i;
  for (int i = 0; i < count; ++i) dgemm_("N", "N", &m, &n, &k, &one, a, &m, b, &k, &none, c, &m);
  printf("%g\n", c[5]);  // 1 * 10 + 3 * 11 + 5 * 12 + 7 * 13 + 9 * 14
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (argc > 2) (strcmp(argv[1], "blas") == 0 ? call_blas : call_libraries)(atoi(argv[2]));
  pthread_barrier_init(&taken, NULL, threads);
  double all = 0, slowest = 0;
  void (*const by_turns)(void) = argc != 2                        ? NULL
                                 : strcmp(argv[1], "loop") == 0   ? loop
                                 : strcmp(argv[1], "region") == 0 ? region
                                                                  : NULL;
  for (int round = 0; by_turns != NULL && round < rounds; ++round) {
    by_turns();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int round = 0; argc == 2 && by_turns == NULL && round < rounds; ++round) {
    double seconds[threads] = {0};
#pragma omp parallel num_threads(threads)
    {
      const int own = omp_get_thread_num();
      const double begin = cpu_seconds();
      work(strcmp(argv[1], "each") == 0 ? own + 1 : own == threads - 1 ? threads : 0);
      seconds[own] = cpu_seconds() - begin;
    }
    double most = 0;
    for (int t = 0; t < threads; ++t) {
      all += seconds[t];
      if (seconds[t] > most) most = seconds[t];
    }
    slowest += most;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (argc == 2) printf("%.9f %.9f\n", all, slowest);
  MPI_Finalize();
  return 0;
}

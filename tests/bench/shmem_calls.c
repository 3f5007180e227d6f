// SPDX-License-Identifier: BSD-3-Clause
// OpenSHMEM calls in a row, in real time: microseconds of one for each of them, as process 0 sees
// it.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#include "real_time.h"

static const char usage[] =
    "usage: shmem_calls [SECONDS]\n"
    "Spends about SECONDS (default 0.2) on each; prints names and microseconds.\n";

enum { large = 65536 };
static char* heap;
static char own[large];
static int peer;
static int repetitions_of_all;
static long word;

static void put_quiet(void) {
  shmem_putmem(heap, own, 8, peer);
  shmem_quiet();
}
static void get(void) { shmem_getmem(own, heap, 8, peer); }
static void put_large(void) { shmem_putmem(heap, own, large, peer); }
static void fetch_add(void) { shmem_long_atomic_fetch_add(&word, 1, peer); }

static const struct {
  const char* name;
  void (*call)(void);
  int by_all;  // else by process 0, while the others wait in a barrier
} calls[] = {{"put_8_quiet", put_quiet, 0},
             {"get_8", get, 0},
             {"put_65536", put_large, 0},
             {"fetch_add", fetch_add, 0},
             {"barrier_all", shmem_barrier_all, 1}};

// Real seconds of `repetitions` in a row.
static double play(size_t which, int repetitions) {
  shmem_barrier_all();
  const double start = now();
  if (calls[which].by_all || shmem_my_pe() == 0) {
    for (int i = 0; i < repetitions; ++i) calls[which].call();
  }
  const double seconds = now() - start;
  shmem_barrier_all();
  return seconds;
}

// The median of several batches: a disturbed one drops out.
static double time_of(size_t which, double seconds) {
  enum { batches = 21, tried = 20 };
  double times[batches];
  const double one = play(which, tried) / tried;
  repetitions_of_all = (int)(seconds / batches / one) + 1;
  shmem_barrier_all();
  const int repetitions = shmem_int_g(&repetitions_of_all, 0);
  for (int i = 0; i < batches; ++i) times[i] = play(which, repetitions) / repetitions;
  return median(times, batches);
}

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.2;
  shmem_init();
  if (argc > 2 || seconds <= 0) {
    if (shmem_my_pe() == 0) fputs(usage, stderr);
    shmem_global_exit(2);
  }
  peer = shmem_n_pes() - 1;
  heap = shmem_malloc(large);
  if (heap == NULL) shmem_global_exit(1);
  for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); ++i) {
    const double time = time_of(i, seconds);
    if (shmem_my_pe() == 0) printf("%s %.3f\n", calls[i].name, 1e6 * time);
  }
  shmem_free(heap);
  shmem_finalize();
  return 0;
}

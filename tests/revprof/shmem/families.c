// SPDX-License-Identifier: BSD-3-Clause
// The families of OpenSHMEM calls that exact_times.c and order.c leave out, each alone. On standard
// output: what the calls have done, as without revprof. On standard error: how long each part took
// by MPI_Wtime, which families.py works out by hand.
#include <mpi.h>
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>

#include "revprof/revprof.h"

enum { sum_of, product_of, least, all_bits, any_bits, odd_bits, operations };

static long flag, old_flag, words[12], lock;
static int numbers[1], results[operations][1], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync_of_reduction[2][SHMEM_REDUCE_SYNC_SIZE], sync_of_barrier[SHMEM_BARRIER_SYNC_SIZE];
static int me, processes, next;
static double begun;

static void part(void) {
  shmem_barrier_all();
  begun = MPI_Wtime();
}

#if OMPI_MAJOR_VERSION >= 5  // has it by its name of OpenSHMEM 1.5
#define shmemx_malloc_with_hint(size, hint) shmem_malloc_with_hints(size, hint)
#endif

// Picoseconds since the part began; the clock's own tick is 1 ps.
static void took(const char* part) {
  fprintf(stderr, "took %s %d %.0f\n", part, me, (MPI_Wtime() - begun) * 1e12 - 1);
}

// One call, from when all clocks are equal.
#define TIMED(name, ...) \
  do {                   \
    part();              \
    __VA_ARGS__;         \
    took(name);          \
  } while (0)
#define TIMED_BY_FIRST(name, ...) \
  TIMED(                          \
      name, if (me == 0) { __VA_ARGS__; })

static void heap(void) {
  int* block = NULL;
  TIMED("calloc", block = shmem_calloc(10, sizeof *block));
  block[9] += me + 1;
  TIMED("realloc", block = shmem_realloc(block, 50 * sizeof *block));
  const int kept = block[9];
  TIMED("free", shmem_free(block));
  TIMED("align", block = shmem_align(256, 100));
  const int is_aligned = (size_t)block % 256 == 0;
  shmem_free(block);
  TIMED("malloc_with_hint", block = shmemx_malloc_with_hint(100, 0));
  shmem_free(block);
  TIMED("shmalloc", block = shmalloc(100));
  TIMED("shrealloc", block = shrealloc(block, 200));
  TIMED("shfree", shfree(block));
  TIMED("shmemalign", block = shmemalign(64, 100));
  shfree(block);
  printf("%d: kept %d, aligned %d\n", me, kept, is_aligned);
}

static void context(void) {
  static long source[125], data[125];
  shmem_ctx_t context;
  if (shmem_ctx_create(0, &context) != 0) exit(3);
  part();
  if (me == 0) shmem_ctx_long_put(context, data, source, 125, next);
  shmem_ctx_destroy(context);
  took("ctx_destroy");
}

static void waits(void) {
  const int told = processes > 1 ? 1 : 0;
  part();
  if (me == 0) shmem_long_p(&flag, 1, next);
  if (me == told) shmem_long_wait(&flag, 0);
  took("wait");
  part();
  if (me == 0) shmem_long_p(&old_flag, 1, next);
  if (me == told) shmem_wait(&old_flag, 0);
  took("old_wait");
}

static void atomics(void) {
  for (int i = 0; i < 12; ++i) words[i] = 12;
  TIMED_BY_FIRST("atomic_set", shmem_long_atomic_set(&words[0], 3, next));
  TIMED_BY_FIRST("atomic_add", shmem_long_atomic_add(&words[1], 3, next));
  TIMED_BY_FIRST("atomic_inc", shmem_long_atomic_inc(&words[2], next));
  TIMED_BY_FIRST("atomic_and", shmem_ulong_atomic_and((unsigned long*)&words[3], 9, next));
  TIMED_BY_FIRST("atomic_or", shmem_ulong_atomic_or((unsigned long*)&words[4], 3, next));
  TIMED_BY_FIRST("atomic_xor", shmem_ulong_atomic_xor((unsigned long*)&words[5], 9, next));
  long found = 0;
  TIMED_BY_FIRST("atomic_fetch", found += shmem_long_atomic_fetch(&words[6], next));
  TIMED_BY_FIRST("atomic_fetch_inc", found += shmem_long_atomic_fetch_inc(&words[7], next));
  TIMED_BY_FIRST("atomic_swap", found += shmem_long_atomic_swap(&words[8], 5, next));
  TIMED_BY_FIRST("atomic_old_forms", found += shmem_long_fadd(&words[9], 5, next) +
                                              shmem_long_finc(&words[9], next) +
                                              shmem_long_cswap(&words[10], 12, 4, next) +
                                              shmem_long_swap(&words[11], 6, next));
  shmem_barrier_all();
  printf("%d: found %ld;", me, found);
  for (int i = 0; i < 12; ++i) printf(" %ld", words[i]);
  printf("\n");
  // Open MPI 4.1's own ones may do something else to the word.
  static unsigned long bits[3];
  TIMED_BY_FIRST("atomic_fetch_and", shmem_ulong_atomic_fetch_and(&bits[0], 0, next));
  TIMED_BY_FIRST("atomic_fetch_or", shmem_ulong_atomic_fetch_or(&bits[1], 0, next));
  TIMED_BY_FIRST("atomic_fetch_xor", shmem_ulong_atomic_fetch_xor(&bits[2], 0, next));
}

static void reductions(void) {
  numbers[0] = me + 2;
#define ALL(result, number) \
  results[result], numbers, 1, 0, 0, processes, work, sync_of_reduction[number]
  TIMED("sum", shmem_int_sum_to_all(ALL(sum_of, 0)));
  TIMED("prod", shmem_int_prod_to_all(ALL(product_of, 1)));
  TIMED("min", shmem_int_min_to_all(ALL(least, 0)));
  TIMED("and", shmem_int_and_to_all(ALL(all_bits, 1)));
  TIMED("or", shmem_int_or_to_all(ALL(any_bits, 0)));
  TIMED("xor", shmem_int_xor_to_all(ALL(odd_bits, 1)));
  TIMED("sync", shmem_sync(0, 0, processes, sync_of_barrier));
  printf("%d: reduced", me);
  for (int i = 0; i < operations; ++i) printf(" %d", results[i][0]);
  printf("\n");
}

static void test_lock(void) {
  int found = 1;
  TIMED_BY_FIRST("test_lock", found = shmem_test_lock(&lock));
  if (me == 0 && found == 0) shmem_clear_lock(&lock);
  TIMED_BY_FIRST("clear_lock", shmem_set_lock(&lock); shmem_clear_lock(&lock));
  if (me == 0) printf("lock: %d\n", found);
}

int main(void) {
  int provided = 0;
  shmem_init_thread(SHMEM_THREAD_SINGLE, &provided);
  me = shmem_my_pe();
  processes = shmem_n_pes();
  next = (me + 1) % processes;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) {
    sync_of_reduction[0][i] = sync_of_reduction[1][i] = SHMEM_SYNC_VALUE;
  }
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; ++i) sync_of_barrier[i] = SHMEM_SYNC_VALUE;
  heap();
  context();
  waits();
  atomics();
  reductions();
  test_lock();
  shmem_finalize();
  return 0;
}

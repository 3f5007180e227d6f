// SPDX-License-Identifier: BSD-3-Clause
// Every family of calls. On standard output: what the calls have done, as without revprof. On
// standard error: how long each part took by MPI_Wtime, which exact_times.py works out by hand.
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "revprof/revprof.h"

enum { large = 1000, elements = 125 };  // longs: 8000 and 1000 bytes

static long data[large], flag, counter, other, lock, ready, word;
static int small_flag, arrived;
static unsigned long bits;
static unsigned small_bits;
static double numbers[4], sums[4];
static long pair[8], gathered[64];
static long sync_all_of[SHMEM_COLLECT_SYNC_SIZE], sync_of_sum[SHMEM_REDUCE_SYNC_SIZE];
static long sync_of_alltoall[SHMEM_ALLTOALL_SYNC_SIZE + SHMEM_ALLTOALLS_SYNC_SIZE], spread[64];
static int int_numbers[1], int_maxima[1], int_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static double work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long source[large], got[elements];

static int me, processes, next, before;
static double begun;
static long times_after;

static void microseconds(int n) { revprof_compute(1000.0 * n); }  // a step is 1 ns

// Picoseconds since the part began. A clock that stands still has no tick.
static void took(const char* part) {
  MPI_Pcontrol(0);
  const double seconds = MPI_Wtime() - begun;
  MPI_Pcontrol(1);
  fprintf(stderr, "took %s %d %.0f\n", part, me, seconds * 1e12);
}

// All clocks are equal.
static void part(void) {
  shmem_barrier_all();
  MPI_Pcontrol(0);
  begun = MPI_Wtime();
  MPI_Pcontrol(1);
}

// Something happens on this host after something else, and the clocks know nothing of it.
static void after(int other_process) {
  MPI_Pcontrol(0);
  if (me == other_process) {
    for (int pe = 0; pe < processes; ++pe) shmem_long_p(&ready, times_after + 1, pe);
  }
  ++times_after;
  shmem_long_wait_until(&ready, SHMEM_CMP_EQ, times_after);
  MPI_Pcontrol(1);
}

static void transfers(void) {
  part();
  revprof_marker("transfers \"begin\"");
  revprof_counter("half", 0.5 + me);
  if (me == 0) shmem_long_put(data, source, elements, next);
  took("put");
  part();
  if (me == 0) shmem_long_put(data, source, elements, next);
  if (me == 0) shmem_quiet();
  took("put_quiet");
  part();
  if (me == 0) {
    shmem_putmem(data, source, 1000, next);
    shmem_put64(data, source, elements, next);
    shmem_quiet();
  }
  took("two_puts");
  part();
  if (me == 0) {
    shmem_long_put_nbi(data, source, elements, next);
    microseconds(3);
    shmem_quiet();
  }
  took("put_nbi");
  part();
  if (me == 0) {
    shmem_long_get_nbi(got, data, elements, next);
    microseconds(1);
    shmem_quiet();
  }
  took("get_nbi");
  part();
  if (me == 0) shmem_long_get(got, data, elements, next);
  took("get");
  part();
  if (me == 0) word = shmem_long_g(&data[3], next);
  took("g");
  part();
  if (me == 0) {
    shmem_long_iput(data, source, 2, 1, elements, next);
    shmem_long_iget(got, data, 1, 2, elements, next);
  }
  took("strided");
  part();
  shmem_ctx_t context;
  if (shmem_ctx_create(0, &context) != 0) exit(3);
  if (me == 0) {
    shmem_ctx_long_put(context, data, source, elements, next);
    shmem_quiet();  // of the other context
    took("context");
    shmem_ctx_quiet(context);
  }
  took("context_quiet");
  shmem_ctx_destroy(context);
  shmem_barrier_all();
  printf("%d: %ld %ld %ld %ld\n", me, data[3], word, got[4], data[124]);
}

static void flags(void) {
  part();
  if (me == 0) {
    shmem_long_put(data, source, elements, next);
    shmem_fence();
    shmem_long_p(&flag, 1, next);
  }
  if (me == (processes > 1 ? 1 : 0)) shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  took("flag");
  part();
  flag = 0;
  if (me == 0) {
    shmem_long_put(data, source, large, next);
    shmem_fence();
    shmem_int_p(&small_flag, 7, next);
  }
  if (me == (processes > 1 ? 1 : 0)) {
    shmem_int_wait_until(&small_flag, SHMEM_CMP_GE, 5);
  }
  took("fence");
  part();
  if (me == 0) shmem_int_p(&small_flag, 8, next);
  after(0);  // Open MPI's test moves nothing by itself: a loop of it may wait for ever
  if (me == (processes > 1 ? 1 : 0) && !shmem_int_test(&small_flag, SHMEM_CMP_GT, 7)) exit(4);
  took("test");
  // The flag is reset by its owner; the second round must not take the first one's clock.
  part();
  for (int round = 0; round < 2; ++round) {
    if (me == 0) {
      microseconds(20);
      shmem_long_atomic_set(&flag, 1, next);
    }
    if (me == (processes > 1 ? 1 : 0)) {
      shmem_long_wait_until(&flag, SHMEM_CMP_NE, 0);
      flag = 0;
    }
    shmem_sync_all();
  }
  took("rounds");
  // All flags are there before the first is waited for.
  part();
  if (me == 0) {
    for (int i = 1; i <= 4; ++i) {
      microseconds(10);
      shmem_long_p(&other, i, next);
    }
  }
  after(0);
  if (me == (processes > 1 ? 1 : 0)) {
    shmem_long_wait_until(&other, SHMEM_CMP_GE, 2);
    took("early");
    shmem_long_wait_until(&other, SHMEM_CMP_GE, 1);
    took("held");
  }
  shmem_barrier_all();
  printf("%d: %ld %d %ld\n", me, flag, small_flag, other);
}

static void atomics(void) {
  part();
  microseconds(10 * me);
  shmem_long_atomic_inc(&counter, 0);
  if (me == 0) {
    shmem_long_wait_until(&counter, SHMEM_CMP_GE, processes);
    took("all");
    counter = 0;
  }
  part();
  microseconds(10 * (processes - me));
  shmem_long_atomic_add(&counter, 2, 0);
  if (me == 0) shmem_long_wait_until(&counter, SHMEM_CMP_EQ, 2 * processes);
  took("again");
  part();
  if (me == 0) word = shmem_long_atomic_fetch_add(&other, 3, next);
  took("fetch_add");
  if (me == (processes > 1 ? 1 : 0)) shmem_long_wait_until(&other, SHMEM_CMP_GE, 7);
  took("fetched");
  part();
  if (me == 0) word = shmem_long_atomic_compare_swap(&other, 1, 2, next);
  took("compare");
  shmem_barrier_all();
  printf("%d: %ld %ld %ld\n", me, counter, word, other);
  part();
  for (int pe = 0; pe < processes; ++pe) shmem_ulong_atomic_xor(&bits, 5UL << (4 * me), pe);
  took("bitwise");
  shmem_barrier_all();
  shmem_ulong_atomic_or(&bits, 1UL << 40, me);
  shmem_ulong_atomic_and(&bits, ~4UL, me);
  unsigned* const in_heap = shmem_malloc(sizeof *in_heap);
  *in_heap = 0;
  shmem_barrier_all();
  for (int pe = 0; pe < processes; ++pe) {
    shmem_uint_atomic_xor(&small_bits, 3U << me, pe);
    shmem_uint_atomic_xor(in_heap, 3U << me, pe);
  }
  shmem_barrier_all();
  printf("%d: %lx %x %x\n", me, bits, small_bits, *in_heap);
  shmem_free(in_heap);
  // Who makes a change may need the help of who is told of it, and does the same.
  for (int round = 0; round < 10; ++round) {
    arrived = 0;
    part();
    for (int pe = 0; pe < processes; ++pe) shmem_int_atomic_inc(&arrived, pe);
    shmem_int_wait_until(&arrived, SHMEM_CMP_GE, processes);
    took("crowd");
    shmem_barrier_all();
  }
  // Who takes what another one has left comes after that.
  part();
  if (me == before) {
    microseconds(50);
    shmem_long_p(&other, 1, 0);
  }
  after(before);
  if (me == 0) word = shmem_long_g(&other, 0);
  took("reads_flag");
}

static void locks(void) {
  part();
  if (me == 0) {
    shmem_set_lock(&lock);
    microseconds(10);
    shmem_clear_lock(&lock);
  }
  took("lock");
  after(0);
  if (me == processes - 1) {
    shmem_set_lock(&lock);
    took("next_lock");
    shmem_clear_lock(&lock);
  }
}

static void collectives(void) {
  part();
  microseconds(me);
  shmem_barrier_all();
  took("barrier_all");
  part();
  if (me == 0) shmem_long_put(data, source, large, next);
  shmem_barrier_all();
  took("barrier_completes");
  part();
  if (me == 0) shmem_long_put(data, source, large, next);
  shmem_sync_all();
  took("sync_does_not");
  part();
  if (me == 0) microseconds(7);
  shmem_broadcast64(pair, source, 4, 0, 0, 0, processes, sync_all_of);
  took("broadcast");
  part();
  shmem_fcollect64(gathered, source, 2, 0, 0, processes, sync_all_of);
  took("fcollect");
  part();
  shmem_collect64(gathered, source, 1 + me % 2, 0, 0, processes, sync_all_of);
  took("collect");
  part();
  numbers[0] = me;
  shmem_double_sum_to_all(sums, numbers, 1, 0, 0, processes, work, sync_of_sum);
  took("sum");
  part();
  shmem_alltoall64(gathered, source, 2, 0, 0, processes, sync_of_alltoall);
  took("alltoall");
  part();
  shmem_alltoalls64(spread, source, 2, 1, 1, 0, 0, processes, sync_of_alltoall);
  took("alltoalls");
  part();
  int_numbers[0] = me;
  shmem_int_max_to_all(int_maxima, int_numbers, 1, 0, 0, processes, int_work, sync_of_sum);
  took("max");
  if (processes > 2) {
    part();
    const int half = (processes + 1) / 2;  // the even ones
    if (me % 2 == 0) {
      microseconds(me);
      shmem_barrier(0, 1, half, sync_all_of);
    }
    took("half");
  }
  part();
  long* const heap = shmem_malloc(100);
  took("malloc");
  heap[0] = me;
  shmem_barrier_all();
  const long neighbour = shmem_long_g(heap, next);
  shmem_barrier_all();
  shmem_free(heap);
  printf("%d: %ld %ld %.0f %ld %ld %d\n", me, pair[3], gathered[2 * processes - 1], sums[0],
         neighbour, spread[2 * processes - 2], int_maxima[0]);
}

// Beside MPI's calls, on one clock.
static void messages(void) {
  part();
  if (me == 0 && processes > 1) MPI_Send(source, elements, MPI_LONG, before, 0, MPI_COMM_WORLD);
  if (me > 0 && me == before)
    MPI_Recv(got, elements, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  took("message");
  printf("%d: %ld\n", me, got[3]);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  processes = shmem_n_pes();
  next = (me + 1) % processes;
  before = processes - 1;
  for (int i = 0; i < SHMEM_COLLECT_SYNC_SIZE; ++i) sync_all_of[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) sync_of_sum[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE + SHMEM_ALLTOALLS_SYNC_SIZE; ++i) {
    sync_of_alltoall[i] = SHMEM_SYNC_VALUE;
  }
  for (int i = 0; i < large; ++i) source[i] = 1000 * me + i;
  transfers();
  flags();
  atomics();
  locks();
  collectives();
  messages();
  shmem_finalize();
  return 0;
}

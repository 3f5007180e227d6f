// SPDX-License-Identifier: BSD-3-Clause
// Every event of both numberings. On standard output: what the program has done, as without
// revprof. On standard error: how long each part took on the simulated clock, which exact_times.py
// works out by hand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "upc_runtime.h"

enum { bytes = 1000 };

static size_t data, flag, other_flag, lock, numbers, sums;
static char own[bytes];
static unsigned compute_event, phase_event;
static int next, last;
static pupc_tick_t begun;
static int readings;  // of the clock in this part, each of which moves it by 1 ps

static void microseconds(int n) { pupc_event_atomic(compute_event, 1000.0 * n); }  // a step is 1 ns

static void took(const char* part) {
  const pupc_tick_t now = pupc_ticks_now();
  fprintf(stderr, "took %s %d %lld\n", part, me, (long long)(now - begun) - ++readings);
}

// All clocks are equal.
static void part(void) {
  BARRIER();
  begun = pupc_ticks_now();
  readings = 0;
}

static void puts_and_gets(void) {
  long word = 7;
  part();
  if (me == 0) PUT(relaxed, on(next, data), &word, sizeof word);
  took("put");
  part();
  if (me == 0) {
    PUT(relaxed, on(next, data), &word, sizeof word);
    FENCE();
  }
  took("put_fence");
  part();
  if (me == 0) PUT(strict, on(next, data), &word, sizeof word);
  took("strict_put");
  part();
  if (me == 0) MEMPUT(on(next, data), own, bytes);
  took("memput");
  BARRIER();
  took("memput_barrier");
  part();
  if (me == 0) MEMSET(on(next, data), 1, bytes);
  took("memset");
  part();
  if (me == 0) GET(relaxed, &word, on(next, data), sizeof word);
  took("get");
  part();
  if (me == 0) MEMGET(own, on(next, data), bytes);
  took("memget");
  part();
  if (me == 0) MEMCPY(on(next, data), on(0, data), bytes);
  took("copy_out");
  part();
  if (me == 0) MEMCPY(on(0, data), on(next, data), bytes);
  took("copy_in");
  part();
  if (me == 0) MEMCPY(on(last, data), on(next, data), bytes);
  took("copy_of_others");
  part();
  // Before a strict get what was put is there.
  if (me == 0) {
    PUT(relaxed, on(next, data), &word, sizeof word);
    GET(strict, &word, on(next, data), sizeof word);
  }
  took("strict_get");
  BARRIER();
  printf("%d: %ld\n", me, word);
}

static void flags(void) {
  part();
  long seen = 0;
  if (me == 0) {
    const long one = 1;
    microseconds(50);
    PUT(strict, on(next, flag), &one, sizeof one);
  } else {
    while (seen == 0) GET(strict, &seen, on(1, flag), sizeof seen);  // thread 1's own
  }
  took("flag");
  BARRIER();
  // It has been there for long; and a word that only a relaxed get looks at.
  part();
  if (me == 0 && threads > 1) {
    const long two = 2;
    microseconds(20);
    PUT(relaxed, on(1, other_flag), &two, sizeof two);
  }
  host_barrier();
  if (me == last && threads > 1) GET(relaxed, &seen, on(1, other_flag), sizeof seen);
  took("relaxed_flag");
  BARRIER();
  printf("%d: %ld\n", me, seen);
}

static void locks(void) {
  const shared_address it = on(0, lock);
  part();
  if (me == 0) {
    LOCK(it);
    microseconds(10);
    UNLOCK(it);
  }
  took("lock");
  host_barrier();
  if (me == last) {
    LOCK(it);
    took("next_lock");
    UNLOCK(it);
  }
  host_barrier();
  if (me == 0) {
    if (!ATTEMPT(it)) exit(3);
    took("attempt");
  }
  host_barrier();
  if (me == last) {
    if (ATTEMPT(it)) exit(4);
    took("failed_attempt");
  }
  host_barrier();
  if (me == 0) UNLOCK(it);
}

static void barriers(void) {
  part();
  microseconds(me);
  BARRIER();
  took("barrier");
  part();
  microseconds(me);
  NOTIFY();
  microseconds(5);
  WAIT();
  took("split");
  // The put between them is not the barrier's.
  part();
  NOTIFY();
  if (me == 0) MEMPUT(on(next, data), own, bytes);
  WAIT();
  took("split_put");
}

static void nonblocking(void) {
  const shared_address there = on(next, data), here = on(0, data);
  const void* const from = own;
  void *const to = own, *const handle = &data, *const other_handle = &flag, *const trivial = NULL;
  const size_t n = bytes;
  part();
  if (me == 0) {
    SAY(nb_put_init_event, GASP_START, relaxed, &there, from, n);
    SAY(nb_put_init_event, GASP_END, relaxed, &there, from, n, handle);
    SAY(nb_put_data_event, GASP_START, handle);
    SAY(nb_put_data_event, GASP_END, handle);
    took("nb_put_begun");
    microseconds(3);
    SAY(nb_sync_event, GASP_START, handle);
    SAY(nb_sync_event, GASP_END, handle);
  }
  took("nb_put");
  part();
  if (me == 0) {
    SAY(nb_get_init_event, GASP_START, relaxed, to, &there, n);
    SAY(nb_get_init_event, GASP_END, relaxed, to, &there, n, trivial);
    SAY(nb_get_data_event, GASP_START, trivial);
    SAY(nb_get_data_event, GASP_END, trivial);
    microseconds(1);
    SAY(nb_sync_event, GASP_START, other_handle);  // nobody has begun it
    SAY(nb_sync_event, GASP_END, other_handle);
    took("nb_nothing");
    SAY(nb_sync_event, GASP_START, trivial);
    SAY(nb_sync_event, GASP_END, trivial);
  }
  took("nb_get");
  part();
  if (me == 0 && nb_trysync_event >= 0) {
    SAY(nb_memput_init_event, GASP_START, &there, from, n);
    SAY(nb_memput_init_event, GASP_END, &there, from, n, handle);
    SAY(nb_trysync_event, GASP_START, handle);
    SAY(nb_trysync_event, GASP_END, handle, 0);
    took("nb_failed_trysync");
    SAY(nb_trysync_event, GASP_START, handle);
    SAY(nb_trysync_event, GASP_END, handle, 1);
    took("nb_memput");
  }
  part();
  if (me == 0 && nb_trysync_event >= 0) {
    SAY(nb_memget_init_event, GASP_START, to, &there, n);
    SAY(nb_memget_init_event, GASP_END, to, &there, n, handle);
    SAY(nb_sync_event, GASP_START, handle);
    SAY(nb_sync_event, GASP_END, handle);
    took("nb_memget");
  }
  part();
  if (me == 0 && nb_trysync_event >= 0) {
    SAY(nb_memcpy_init_event, GASP_START, &there, &here, n);
    SAY(nb_memcpy_init_event, GASP_END, &there, &here, n, handle);
    SAY(nb_memcpy_init_event, GASP_START, &here, &there, n);
    SAY(nb_memcpy_init_event, GASP_END, &here, &there, n, other_handle);
    SAY(nb_sync_event, GASP_START, handle);
    SAY(nb_sync_event, GASP_END, handle);
    took("nb_copy_out");
    SAY(nb_sync_event, GASP_START, other_handle);
    SAY(nb_sync_event, GASP_END, other_handle);
    took("nb_copy_in");
  }
}

static const struct {
  const char* name;
  int event;
} moves[] = {{"broadcast", broadcast_event}, {"scatter", scatter_event},
             {"gather", gather_event},       {"gather_all", gather_all_event},
             {"exchange", exchange_event},   {"permute", permute_event}};

static void collectives(void) {
  for (size_t i = 0; i < sizeof moves / sizeof moves[0]; ++i) {
    part();
    if (me == last) microseconds(7);
    MOVE(moves[i].event, on(0, data), on(0, numbers), 16, 0);
    took(moves[i].name);
  }
  for (int with_prefix = 0; with_prefix < 2; ++with_prefix) {
    double value = me + 1;
    memcpy(own_memory(numbers), &value, sizeof value);
    part();
    if (me == 0) microseconds(7);
    REDUCE(with_prefix ? prefix_reduce_event : reduce_event, on(0, sums), on(0, numbers), 0);
    took(with_prefix ? "prefix_reduce" : "reduce");
    memcpy(&value, own_memory(sums), sizeof value);
    if (me == 0 || with_prefix) printf("%d: %.0f\n", me, value);
  }
  // Who waits for whom: the root, for its data; nobody.
  part();
  if (me == 0) microseconds(7);
  if (me == last) microseconds(9);
  MOVE(broadcast_event, on(0, data), on(0, numbers), 16, in_mysync | out_mysync);
  took("broadcast_mysync");
  part();
  if (me == 0) microseconds(7);
  if (me == last) microseconds(9);
  MOVE(gather_event, on(0, data), on(0, numbers), 16, in_mysync | out_mysync);
  took("gather_mysync");
  part();
  if (me == 0) microseconds(7);
  REDUCE(prefix_reduce_event, on(0, sums), on(0, numbers), in_mysync | out_mysync);
  took("prefix_mysync");
  part();
  if (me == 0) microseconds(7);
  MOVE(exchange_event, on(0, data), on(0, numbers), 16, in_nosync | out_nosync);
  took("exchange_nosync");
}

static void allocations(void) {
  const shared_address made = on(0, data);
  const size_t blocks = 2, size = 100;
  part();
  if (me == 0) microseconds(7);
  SAY(all_alloc_event, GASP_START, blocks, size);
  host_barrier();
  SAY(all_alloc_event, GASP_END, blocks, size, &made);
  took("all_alloc");
  part();
  if (me == 0) microseconds(7);
  SAY(all_lock_alloc_event, GASP_START);
  host_barrier();
  SAY(all_lock_alloc_event, GASP_END, &made);
  took("all_lock_alloc");
  // Those that cost nothing.
  part();
  SAY(global_alloc_event, GASP_START, blocks, size);
  SAY(global_alloc_event, GASP_END, blocks, size, &made);
  SAY(alloc_event, GASP_START, size);
  SAY(alloc_event, GASP_END, size, &made);
  SAY(free_event, GASP_START, &made);
  SAY(free_event, GASP_END, &made);
  SAY(global_lock_alloc_event, GASP_START);
  SAY(global_lock_alloc_event, GASP_END, &made);
  SAY(lock_free_event, GASP_START, &made);  // Berkeley's does not end where there is no lock
  SAY(static_shared_event, GASP_ATOMIC, blocks, size, &made, own, size, "name", "type");
  SAY(c_malloc, GASP_START, size);
  SAY(c_malloc, GASP_END, size, own);
  SAY(c_realloc, GASP_START, own, size);
  SAY(c_realloc, GASP_END, own, size, own);
  SAY(c_free, GASP_START, own);
  SAY(c_free, GASP_END, own);
  SAY(cache_miss_event, GASP_ATOMIC, size, blocks);
  SAY(cache_hit_event, GASP_ATOMIC, size);
  SAY(cache_invalidate_event, GASP_ATOMIC, blocks);
  SAY(77777, GASP_ATOMIC);  // of some other compiler
  took("nothing");
}

static void regions(void) {
  part();
  SAY(c_func, GASP_START, "solve");
  SAY(forall_event, GASP_START);
  microseconds(4);
  SAY(forall_event, GASP_END);
  pupc_event_start(phase_event, 1, "begins");
  microseconds(2);
  pupc_event_atomic(phase_event, 2, "goes on");
  pupc_event_end(phase_event, 3, "ends");
  SAY(c_func, GASP_END, "solve");
  took("regions");
  part();
  if (pupc_control(0) != 1) exit(5);
  microseconds(100);
  BARRIER();
  if (me == 0) MEMPUT(on(next, data), own, bytes);
  if (pupc_control(1) != 0 || pupc_control(1) != 1) exit(6);
  took("left_out");
  // The callback without contexts.
  part();
  if (me == 0) {
    const shared_address there = on(next, data);
    const size_t n = bytes;
    pupc_event_notify(memput_event, GASP_START, __FILE__, __LINE__, 1, &there, own, n);
    pupc_event_notify(memput_event, GASP_END, __FILE__, __LINE__, 1, &there, own, n);
  }
  took("without_context");
}

int main(int argc, char** argv) {
  begin_upc(&argc, &argv);
  next = (me + 1) % threads;
  last = threads - 1;
  data = static_shared(bytes);
  flag = static_shared(sizeof(long));
  other_flag = static_shared(sizeof(long));
  lock = static_shared(sizeof(long));
  numbers = static_shared(64 * 16);
  sums = static_shared(sizeof(double));
  compute_event = pupc_create_event("revprof_compute", "%f");
  phase_event = pupc_create_event("phase", "%d %s");
  if (argc > 1) {  // a thread ends the program
    BARRIER();
    if (me == 0) exit_upc_alone(9);
    for (;;) host_barrier();
  }
  puts_and_gets();
  if (threads > 1) flags();
  locks();
  barriers();
  nonblocking();
  collectives();
  allocations();
  regions();
  end_upc(0);
  return 0;
}

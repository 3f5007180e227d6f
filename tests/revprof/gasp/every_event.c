// SPDX-License-Identifier: BSD-3-Clause
// Every event of both numberings. On standard output: what the program has done, as without
// revprof. On standard error: how long each part took on the simulated clock, which exact_times.py
// works out by hand.
#include "every_event.h"

#include <stdio.h>
#include <stdlib.h>

size_t data, flag, other_flag, lock, numbers, sums;
char own[bytes];
unsigned phase_event;
int next, last;
static unsigned compute_event;
static pupc_tick_t begun;
static int readings;  // of the clock in this part, each of which moves it by 1 ps

void microseconds(int n) { pupc_event_atomic(compute_event, 1000.0 * n); }  // a step is 1 ns

void took(const char* part) {
  const pupc_tick_t now = pupc_ticks_now();
  fprintf(stderr, "took %s %d %lld\n", part, me, (long long)(now - begun) - ++readings);
}

void part(void) {
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

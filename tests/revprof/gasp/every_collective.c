// SPDX-License-Identifier: BSD-3-Clause
// ... collectives, allocations, and what is a region.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "every_event.h"

static const struct {
  const char* name;
  int event;
} moves[] = {{"broadcast", broadcast_event}, {"scatter", scatter_event},
             {"gather", gather_event},       {"gather_all", gather_all_event},
             {"exchange", exchange_event},   {"permute", permute_event}};

void collectives(void) {
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

void allocations(void) {
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

void regions(void) {
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

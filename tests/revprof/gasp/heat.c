// SPDX-License-Identifier: BSD-3-Clause
// A rod that cools down, a few cells for each thread: gets from the neighbours, barriers, a sum.
#include <stdio.h>
#include <string.h>

#include "upc_runtime.h"

enum { cells = 4, rounds = 5 };

static size_t left_end, right_end, heat, sum;

int main(int argc, char** argv) {
  begin_upc(&argc, &argv);
  left_end = static_shared(sizeof(double));
  right_end = static_shared(sizeof(double));
  heat = static_shared(sizeof(double));
  sum = static_shared(sizeof(double));
  const unsigned compute = pupc_create_event("revprof_compute", "%d");
  const unsigned phase = pupc_create_event("phase", "round %d");
  double rod[cells + 2] = {0};
  for (int i = 1; i <= cells; ++i) rod[i] = 100.0 * (me + 1) + i;
  memcpy(own_memory(left_end), &rod[1], sizeof rod[1]);
  memcpy(own_memory(right_end), &rod[cells], sizeof rod[cells]);
  BARRIER();
  for (int round = 0; round < rounds; ++round) {
    pupc_event_atomic(phase, round);
    if (me > 0) MEMGET(&rod[0], on(me - 1, right_end), sizeof rod[0]);
    if (me < threads - 1) MEMGET(&rod[cells + 1], on(me + 1, left_end), sizeof rod[0]);
    SAY(forall_event, GASP_START);
    double next[cells];
    for (int i = 1; i <= cells; ++i) next[i - 1] = (rod[i - 1] + 2 * rod[i] + rod[i + 1]) / 4;
    pupc_event_atomic(compute, 20000 + 1000 * me);
    SAY(forall_event, GASP_END);
    memcpy(&rod[1], next, sizeof next);
    BARRIER();
    memcpy(own_memory(left_end), &rod[1], sizeof rod[1]);
    memcpy(own_memory(right_end), &rod[cells], sizeof rod[cells]);
    BARRIER();
  }
  double mine = 0;
  for (int i = 1; i <= cells; ++i) mine += rod[i];
  memcpy(own_memory(heat), &mine, sizeof mine);
  REDUCE(reduce_event, on(0, sum), on(0, heat), 0);
  if (me == 0) printf("%.6f\n", *(double*)own_memory(sum));
  end_upc(0);
  return 0;
}

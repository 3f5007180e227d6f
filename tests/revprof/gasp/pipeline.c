// SPDX-License-Identifier: BSD-3-Clause
// A value that goes around: each thread waits for a strict flag of its own, and puts the value and
// the flag to the next one.
#include <stdio.h>

#include "upc_runtime.h"

enum { laps = 3 };

int main(int argc, char** argv) {
  begin_upc(&argc, &argv);
  const size_t value = static_shared(sizeof(long)), flag = static_shared(sizeof(long));
  const unsigned compute = pupc_create_event("revprof_compute", "%lf");
  const unsigned lap_event = pupc_create_event("lap", "%ld");
  const int next = (me + 1) % threads;
  BARRIER();
  for (long lap = 1; lap <= laps; ++lap) {
    pupc_event_start(lap_event, lap);
    long seen = 0;
    const long wanted = me == 0 ? lap - 1 : lap;
    if (wanted > 0) {
      while (seen != wanted) GET(strict, &seen, on(me, flag), sizeof seen);
    }
    long passed = 0;
    GET(relaxed, &passed, on(me, value), sizeof passed);
    passed += me + 1;
    pupc_event_atomic(compute, 10000.0);
    PUT(relaxed, on(next, value), &passed, sizeof passed);
    // Thread 0 counts the laps that are over.
    PUT(strict, on(next, flag), &lap, sizeof lap);
    pupc_event_end(lap_event, lap);
  }
  BARRIER();
  if (me == 0) printf("%ld\n", *(long*)own_memory(value));
  end_upc(0);
  return 0;
}

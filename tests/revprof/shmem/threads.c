// SPDX-License-Identifier: BSD-3-Clause
// Threads of a PE that make calls, two PEs. threads.py says what is expected.
#include <pthread.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "revprof/revprof.h"

static long word;
static volatile long* answer;  // in memory that changes while nobody there makes a call
static int me;
static atomic_int handed_over;

static void microseconds(int n) { revprof_compute(1000.0 * n); }  // a step is 1 ns

static void* put_first(void* unused) {
  (void)unused;
  microseconds(50);
  shmem_long_p(&word, 1, 1);
  shmem_quiet();
  handed_over = 1;
  return NULL;
}

// Its clock says nothing of the other thread, nor of what it finds in memory.
static void* put_when_answered(void* unused) {
  (void)unused;
  while (*answer == 0) continue;
  shmem_long_p(&word, 2, 1);
  shmem_quiet();
  return NULL;
}

static void* quiet_when_handed_over(void* unused) {
  (void)unused;
  while (!handed_over) continue;
  shmem_quiet();
  return NULL;
}

static void run_both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

// What one thread has done before another one begins.
static void joined(void) {
  pthread_t thread;
  if (me == 0) {
    microseconds(10);
    pthread_create(&thread, NULL, put_first, NULL);
    pthread_join(thread, NULL);
    shmem_quiet();
  } else {
    shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
  }
}

static void answered(void) {
  answer = shmem_calloc(1, sizeof *answer);
  if (me == 0) return run_both(put_first, put_when_answered);
  shmem_long_wait_until(&word, SHMEM_CMP_GE, 1);
  shmem_long_p((long*)answer, 1, 0);
  shmem_quiet();
  shmem_long_wait_until(&word, SHMEM_CMP_EQ, 2);
}

static void quieted(void) {
  if (me == 0) run_both(put_first, quiet_when_handed_over);
}

int main(int argc, char** argv) {
  int provided = 0;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  me = shmem_my_pe();
  const char* const part = argc > 1 ? argv[1] : "";
  if (strcmp(part, "joined") == 0) joined();
  if (strcmp(part, "answered") == 0) answered();
  if (strcmp(part, "quieted") == 0) quieted();
  shmem_finalize();
  return provided == SHMEM_THREAD_MULTIPLE ? 0 : 77;
}

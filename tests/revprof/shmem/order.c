// SPDX-License-Identifier: BSD-3-Clause
// What the order of the processes decides: numbers of a counter, who finds what in a word, who gets
// a lock. On standard output: what is the same in any order. On standard error: how long each part
// took by MPI_Wtime, which order.py works out by hand.
#include <mpi.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#include "revprof/revprof.h"

enum { tasks = 24, rounds = 3, most_words = 50000 };

static long flood[most_words];
static long counter, words[rounds], chain, flag, lock, tested, mixed_lock, tried, spun, met, held,
    start, sum, seen;
static long sync_of_even[SHMEM_BARRIER_SYNC_SIZE];
static int me, processes;
static double begun;

static void nanoseconds(long n) { revprof_compute((double)n); }  // a step is 1 ns
static void microseconds(long n) { nanoseconds(1000 * n); }

static void took(const char* part) {
  fprintf(stderr, "took %s %d %.0f\n", part, me, (MPI_Wtime() - begun) * 1e12 - 1);
}

static void part(void) {
  shmem_barrier_all();
  begun = MPI_Wtime();
}

// Many words are changed, more than anybody remembers, that nobody asks about.
static void change_many(void) {
  MPI_Pcontrol(0);
  for (int i = me; i < most_words; i += processes) shmem_long_p(&flood[i], i, (me + 1) % processes);
  shmem_sync_all();
  MPI_Pcontrol(1);
}

// Each takes the next task from one counter until all are taken.
static void tickets(void) {
  part();
  change_many();
  long mine = 0;
  for (long task; (task = shmem_long_atomic_fetch_inc(&counter, 0)) < tasks;) {
    microseconds(task % 7 == 3 ? 400 : 10);
    mine += task;
  }
  took("tickets");
  shmem_long_atomic_add(&sum, mine, 0);
  shmem_barrier_all();
  if (me == 0) printf("%ld %ld\n", counter, sum);
}

// The first one that comes has won, and works for it.
static void winners(void) {
  part();
  for (int round = 0; round < rounds; ++round) {
    microseconds((me * 7 + round * 3) % 5);
    if (shmem_long_atomic_compare_swap(&words[round], 0, me + 1, round % processes) == 0) {
      microseconds(20);
    }
  }
  took("winners");
}

// Each finds who was there before it.
static void swaps(void) {
  part();
  microseconds((me * 3) % 4);
  const long found = shmem_long_atomic_swap(&chain, me + 1, processes - 1);
  microseconds(10 * found);
  took("swaps");
}

// Process 0 sets the flag at 50; the others ask again and again.
static void polls(void) {
  part();
  if (me == 0) {
    microseconds(50);
    shmem_long_atomic_set(&flag, 1, 0);
  } else {
    microseconds(me);
    while (shmem_long_atomic_fetch(&flag, 0) == 0) continue;
  }
  took("polls");
}

// Process 0 puts a flag to each at 50, and takes its time on this host; each looks again and again.
static void looks(void) {
  shmem_long_g(&seen, me);  // all know that somebody asks
  part();
  if (me == 0) {
    microseconds(50);
    for (volatile long i = 0; i < 20000000; ++i) continue;
    for (int pe = 0; pe < processes; ++pe) shmem_long_p(&seen, 1, pe);
  }
  while (shmem_long_g(&seen, me) == 0) continue;
  took("looks");
}

// The last process is woken early by the first one, which goes on for long; whoever comes meanwhile
// comes after it.
static void woken(void) {
  part();
  if (me == 0) {
    shmem_long_p(&start, 1, processes - 1);
    microseconds(200);
  } else if (me == processes - 1) {
    shmem_long_wait_until(&start, SHMEM_CMP_EQ, 1);
  } else {
    microseconds(100);
  }
  const long number = shmem_long_atomic_fetch_inc(&held, 0);
  microseconds(10 * number);
  took("woken");
}

// The even ones meet for the first time; the last of them takes a number before, the odd ones
// later.
static void meeting(void) {
  if (processes < 3) return;
  part();
  const int last = (processes - 1) / 2 * 2;
  long number = 0;
  if (me % 2 == 1 || me == last) {
    microseconds(me == last ? 50 : 60);
    number = shmem_long_atomic_fetch_inc(&met, 0);
  }
  if (me % 2 == 0) shmem_barrier(0, 1, last / 2 + 1, sync_of_even);
  microseconds(10 * number);
  took("meeting");
}

static void locks(void) {
  part();
  for (int round = 0; round < rounds; ++round) {
    microseconds((me * 5 + round * 2) % 7);
    shmem_set_lock(&lock);
    microseconds(3);
    shmem_clear_lock(&lock);
  }
  took("locks");
}

// Who has asked first has it first.
static void testers(void) {
  part();
  for (int round = 0; round < rounds; ++round) {
    microseconds((me * 5 + round * 2) % 7);
    while (shmem_test_lock(&tested) != 0) continue;
    microseconds(3);
    shmem_clear_lock(&tested);
  }
  took("testers");
}

// Some stand in line, the others ask: who stands there by the time at which the lock is free goes
// first.
static void mixed(void) {
  part();
  for (int round = 0; round < 2 * rounds; ++round) {
    nanoseconds(1000 * ((me * 5 + round * 2) % 7) + 37 * me + round);
    if ((me + round) % 2 == 0) {
      shmem_set_lock(&mixed_lock);
    } else {
      while (shmem_test_lock(&mixed_lock) != 0) continue;
    }
    microseconds(3);
    shmem_clear_lock(&mixed_lock);
  }
  took("mixed");
}

// Who finds the lock held does something else.
static void tries(void) {
  part();
  for (int round = 0; round < 4 * rounds; ++round) {
    nanoseconds(1000 + 37 * me + round);
    if (shmem_test_lock(&tried) != 0) {
      nanoseconds(700 + me);
      continue;
    }
    microseconds(2);
    shmem_clear_lock(&tried);
  }
  took("tries");
}

// A lock of the program's own.
static void spinners(void) {
  part();
  microseconds((me * 5) % 7);
  while (shmem_long_atomic_compare_swap(&spun, 0, me + 1, 0) != 0) continue;
  microseconds(13);
  shmem_long_p(&spun, 0, 0);
  shmem_quiet();
  took("spinners");
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  processes = shmem_n_pes();
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; ++i) sync_of_even[i] = SHMEM_SYNC_VALUE;
  tickets();
  winners();
  swaps();
  polls();
  woken();
  meeting();
  locks();
  // Plainly, Open MPI 4.1 may move nothing in such loops, and wait for ever.
  if (getenv("REVPROF_MODEL") != NULL) {
    looks();
    testers();
    mixed();
    tries();
    spinners();
  }
  shmem_finalize();
  return 0;
}

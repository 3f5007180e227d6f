/* SPDX-License-Identifier: BSD-3-Clause
   The up-calls of up_calls.h, for librevprof_gasp: compile this with the program, by its compiler. */
#include <upc_relaxed.h>
#include <stddef.h>
#include <stdlib.h>
#ifdef __UPC_COLLECTIVE__
#include <upc_collective.h>
#endif
#include "up_calls.h"

#pragma pupc off

static shared [REVPROF_UPC_MAIL_BYTES] char revprof_mail[THREADS * REVPROF_UPC_MAIL_BYTES];

int revprof_upc_mythread(void) { return MYTHREAD; }

int revprof_upc_threads(void) { return THREADS; }

int revprof_upc_threadof(const void *shared_address) {
  return (int)upc_threadof(*(shared void *const *)shared_address);
}

size_t revprof_upc_offset(const void *shared_address) {
  return (size_t)upc_addrfield(*(shared void *const *)shared_address);
}

void revprof_upc_barrier(void) { upc_barrier; }

void revprof_upc_write(size_t at, const void *bytes, size_t count) {
  upc_fence;
  upc_memput(&revprof_mail[MYTHREAD * REVPROF_UPC_MAIL_BYTES + at], bytes, count);
  upc_fence;
}

void revprof_upc_read(int thread, size_t at, void *bytes, size_t count) {
  upc_fence;
  upc_memget(bytes, &revprof_mail[(size_t)thread * REVPROF_UPC_MAIL_BYTES + at], count);
}

/* No flag at one end means ALLSYNC there. */
int revprof_upc_sync(int flags) {
#ifdef __UPC_COLLECTIVE__
  int in = REVPROF_UPC_ALLSYNC, out = REVPROF_UPC_ALLSYNC;
  if (flags & UPC_IN_NOSYNC) in = REVPROF_UPC_NOSYNC;
  if (flags & UPC_IN_MYSYNC) in = REVPROF_UPC_MYSYNC;
  if (flags & UPC_OUT_NOSYNC) out = REVPROF_UPC_NOSYNC;
  if (flags & UPC_OUT_MYSYNC) out = REVPROF_UPC_MYSYNC;
  return in + 4 * out;
#else
  return 5 * REVPROF_UPC_ALLSYNC;
#endif
}

int revprof_upc_numbering(void) {
#ifdef __BERKELEY_UPC__
  return REVPROF_UPC_BERKELEY;
#else
  return REVPROF_UPC_GNU;
#endif
}

void revprof_upc_exit(int code) { upc_global_exit(code); }

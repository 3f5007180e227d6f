// SPDX-License-Identifier: BSD-3-Clause
// Shared memory by MPI's windows; each function notifies as GNU UPC's and Berkeley UPC's runtimes
// do: before and after. And the up-calls of revprof_gasp.upc, in C.
#include "upc_runtime.h"

#include <mpi.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "revprof/gasp/up_calls.h"

enum { shared_bytes = 1 << 20 };

int me, threads;
static gasp_context_t context;
static MPI_Win window;
static MPI_Request notified = MPI_REQUEST_NULL;
static size_t allocated = REVPROF_UPC_MAIL_BYTES;

static char* address_of(shared_address place) {
  MPI_Aint bytes = 0;
  int unit = 0;
  char* base = NULL;
  PMPI_Win_shared_query(window, place.thread, &bytes, &unit, &base);
  return base + place.offset;
}

static void order(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Words whole, as other threads may look.
static void move(void* to, const void* from, size_t n) {
  order();
  if (n == 8) {
    long value = 0;
    memcpy(&value, from, sizeof value);
    if (((size_t)from & 7) == 0) value = __atomic_load_n((const long*)from, __ATOMIC_SEQ_CST);
    if (((size_t)to & 7) == 0) {
      __atomic_store_n((long*)to, value, __ATOMIC_SEQ_CST);
    } else {
      memcpy(to, &value, sizeof value);
    }
  } else {
    memmove(to, from, n);
  }
  order();
}

// --- The up-calls.
int revprof_upc_mythread(void) { return me; }
int revprof_upc_threads(void) { return threads; }
int revprof_upc_threadof(const void* place) { return ((const shared_address*)place)->thread; }
size_t revprof_upc_offset(const void* place) { return ((const shared_address*)place)->offset; }
void revprof_upc_barrier(void) {
  // A compiler may notify of what up-calls do.
  gasp_event_notify(context, notify_event, GASP_START, __FILE__, __LINE__, 0, 0, 0);
  PMPI_Barrier(MPI_COMM_WORLD);
  gasp_event_notify(context, notify_event, GASP_END, __FILE__, __LINE__, 0, 0, 0);
}
void revprof_upc_write(size_t at, const void* bytes, size_t count) {
  move(address_of(on(me, at)), bytes, count);
}
void revprof_upc_read(int thread, size_t at, void* bytes, size_t count) {
  move(bytes, address_of(on(thread, at)), count);
}
int revprof_upc_sync(int flags) {
  const int in = flags & in_nosync   ? REVPROF_UPC_NOSYNC
                 : flags & in_mysync ? REVPROF_UPC_MYSYNC
                                     : REVPROF_UPC_ALLSYNC;
  const int out = flags & out_nosync   ? REVPROF_UPC_NOSYNC
                  : flags & out_mysync ? REVPROF_UPC_MYSYNC
                                       : REVPROF_UPC_ALLSYNC;
  return in + 4 * out;
}
int revprof_upc_numbering(void) { return NUMBER(REVPROF_UPC_GNU, REVPROF_UPC_BERKELEY); }
void revprof_upc_exit(int code) { PMPI_Abort(MPI_COMM_WORLD, code); }

// --- Begin and end.
void begin_upc(int* argc, char*** argv) {
  PMPI_Init(argc, argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &me);
  PMPI_Comm_size(MPI_COMM_WORLD, &threads);
  void* base = NULL;
  PMPI_Win_allocate_shared(shared_bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  memset(base, 0, shared_bytes);
  PMPI_Win_lock_all(0, window);
  PMPI_Barrier(MPI_COMM_WORLD);
  context = gasp_init(GASP_MODEL_UPC, argc, argv);
}

void end_upc(int status) {
  SAY(collective_exit, GASP_START, status);
  SAY(collective_exit, GASP_END, status);
  PMPI_Win_unlock_all(window);
  PMPI_Win_free(&window);
  PMPI_Finalize();
}

void exit_upc_alone(int status) {
  SAY(noncollective_exit, GASP_ATOMIC, status);
  PMPI_Abort(MPI_COMM_WORLD, status);
}

size_t static_shared(size_t bytes) {
  const size_t offset = allocated;
  allocated += (bytes + 63) / 64 * 64;
  if (allocated > shared_bytes) abort();
  return offset;
}

void* own_memory(size_t offset) { return address_of(on(me, offset)); }

void host_barrier(void) { PMPI_Barrier(MPI_COMM_WORLD); }

void say(const char* file, int line, int event, gasp_evttype_t type, ...) {
  if (event < 0) return;  // this compiler has none
  va_list rest;
  va_start(rest, type);
  gasp_event_notifyVA(context, (unsigned)event, type, file, line, 0, rest);
  va_end(rest);
}

// --- Gets and puts.
void put_at(const char* file, int line, int is_relaxed, shared_address to, const void* from,
            size_t n) {
  say(file, line, put_event, GASP_START, is_relaxed, &to, from, n);
  move(address_of(to), from, n);
  say(file, line, put_event, GASP_END, is_relaxed, &to, from, n);
}

void get_at(const char* file, int line, int is_relaxed, void* to, shared_address from, size_t n) {
  if (!is_relaxed) sched_yield();  // who asks for a flag lets others go on
  say(file, line, get_event, GASP_START, is_relaxed, to, &from, n);
  move(to, address_of(from), n);
  say(file, line, get_event, GASP_END, is_relaxed, to, &from, n);
}

void memput_at(const char* file, int line, shared_address to, const void* from, size_t n) {
  say(file, line, memput_event, GASP_START, &to, from, n);
  move(address_of(to), from, n);
  say(file, line, memput_event, GASP_END, &to, from, n);
}

void memget_at(const char* file, int line, void* to, shared_address from, size_t n) {
  say(file, line, memget_event, GASP_START, to, &from, n);
  move(to, address_of(from), n);
  say(file, line, memget_event, GASP_END, to, &from, n);
}

void memcpy_at(const char* file, int line, shared_address to, shared_address from, size_t n) {
  say(file, line, memcpy_event, GASP_START, &to, &from, n);
  move(address_of(to), address_of(from), n);
  say(file, line, memcpy_event, GASP_END, &to, &from, n);
}

void memset_at(const char* file, int line, shared_address to, int value, size_t n) {
  say(file, line, memset_event, GASP_START, &to, value, n);
  memset(address_of(to), value, n);
  say(file, line, memset_event, GASP_END, &to, value, n);
}

// --- Synchronisation. Berkeley UPC says nothing of fences, and a barrier is a notify and a wait.
void fence_at(const char* file, int line) {
  say(file, line, fence_event, GASP_START);
  order();
  say(file, line, fence_event, GASP_END);
}

void notify_at(const char* file, int line) {
  say(file, line, notify_event, GASP_START, 0, 0);
  PMPI_Ibarrier(MPI_COMM_WORLD, &notified);
  say(file, line, notify_event, GASP_END, 0, 0);
}

void wait_at(const char* file, int line) {
  say(file, line, wait_event, GASP_START, 0, 0);
  PMPI_Wait(&notified, MPI_STATUS_IGNORE);
  say(file, line, wait_event, GASP_END, 0, 0);
}

void barrier_at(const char* file, int line) {
  if (barrier_event < 0) {
    notify_at(file, line);
    wait_at(file, line);
    return;
  }
  say(file, line, barrier_event, GASP_START, 0, 0);
  PMPI_Barrier(MPI_COMM_WORLD);
  say(file, line, barrier_event, GASP_END, 0, 0);
}

static int try_lock(shared_address lock) {
  long is_free = 0;
  return __atomic_compare_exchange_n((long*)address_of(lock), &is_free, 1, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

void lock_at(const char* file, int line, shared_address lock) {
  say(file, line, lock_event, GASP_START, &lock);
  while (!try_lock(lock)) sched_yield();
  say(file, line, lock_event, GASP_END, &lock);
}

int attempt_at(const char* file, int line, shared_address lock) {
  say(file, line, lock_attempt_event, GASP_START, &lock);
  const int taken = try_lock(lock);
  say(file, line, lock_attempt_event, GASP_END, &lock, taken);
  return taken;
}

void unlock_at(const char* file, int line, shared_address lock) {
  say(file, line, unlock_event, GASP_START, &lock);
  __atomic_store_n((long*)address_of(lock), 0, __ATOMIC_SEQ_CST);
  say(file, line, unlock_event, GASP_END, &lock);
}

// --- Collectives: every thread takes what is for it.
static void take(int event, shared_address to, shared_address from, size_t n) {
  char* const own = address_of(on(me, to.offset));
  const size_t mine = from.offset + (size_t)me * n;
  switch (event) {
    case broadcast_event:
      memcpy(own, address_of(from), n);
      break;
    case scatter_event:
      memcpy(own, address_of(on(from.thread, mine)), n);
      break;
    case permute_event:
      memcpy(own, address_of(on((me + 1) % threads, from.offset)), n);
      break;
    case gather_event:
    case gather_all_event:
      for (int t = 0; t < threads && (event == gather_all_event || me == to.thread); ++t) {
        memcpy(own + (size_t)t * n, address_of(on(t, from.offset)), n);
      }
      break;
    default:
      for (int t = 0; t < threads; ++t) {
        memcpy(own + (size_t)t * n, address_of(on(t, mine)), n);
      }
  }
}

void move_at(const char* file, int line, int event, shared_address to, shared_address from,
             size_t n, int flags) {
  shared_address numbers = on(0, 0);
  const int permutes = event == permute_event;
  for (int ends = 0; ends < 2; ++ends) {
    const gasp_evttype_t type = ends ? GASP_END : GASP_START;
    if (permutes) {
      say(file, line, event, type, &to, &from, &numbers, n, flags);
    } else {
      say(file, line, event, type, &to, &from, n, flags);
    }
    if (ends) return;
    PMPI_Barrier(MPI_COMM_WORLD);
    take(event, to, from, n);
    PMPI_Barrier(MPI_COMM_WORLD);
  }
}

void reduce_at(const char* file, int line, int event, shared_address to, shared_address from,
               int flags) {
  const int add = 1, of_double = 9;
  const size_t elements = (size_t)threads, block = 1;
  void* const function = NULL;
  say(file, line, event, GASP_START, &to, &from, add, elements, block, function, flags, of_double);
  PMPI_Barrier(MPI_COMM_WORLD);
  double sum = 0;
  const int last = event == prefix_reduce_event ? me : threads - 1;
  for (int t = 0; t <= last; ++t) sum += *(double*)address_of(on(t, from.offset));
  if (event == prefix_reduce_event || me == to.thread) {
    memcpy(address_of(on(me, to.offset)), &sum, sizeof sum);
  }
  PMPI_Barrier(MPI_COMM_WORLD);
  say(file, line, event, GASP_END, &to, &from, add, elements, block, function, flags, of_double);
}

// SPDX-License-Identifier: BSD-3-Clause
// For tests alone: what a UPC compiler makes of shared memory, and its notifications, as functions
// of C. Threads are MPI processes of one node.
#ifndef REVPROF_TESTS_UPC_RUNTIME_H
#define REVPROF_TESTS_UPC_RUNTIME_H

#include <stddef.h>

#include "event_numbers.h"
#include "revprof/gasp/interface.h"

// A pointer-to-shared, also to a lock.
typedef struct {
  int thread;
  size_t offset;
} shared_address;

extern int me, threads;  // MYTHREAD, THREADS

void begin_upc(int* argc, char*** argv);
void end_upc(int status);
void exit_upc_alone(int status);

// This many bytes of each thread, from the same offset on.
size_t static_shared(size_t bytes);
static inline shared_address on(int thread, size_t offset) {
  shared_address address = {thread, offset};
  return address;
}
// Of the thread's own.
void* own_memory(size_t offset);

// All threads, on this host; nobody is notified.
void host_barrier(void);

// Says an event and nothing else.
void say(const char* file, int line, int event, gasp_evttype_t type, ...);
#define SAY(event, type, ...) say(__FILE__, __LINE__, event, type, ##__VA_ARGS__)

enum { strict = 0, relaxed = 1 };
void put_at(const char* file, int line, int is_relaxed, shared_address to, const void* from,
            size_t n);
void get_at(const char* file, int line, int is_relaxed, void* to, shared_address from, size_t n);
void memput_at(const char* file, int line, shared_address to, const void* from, size_t n);
void memget_at(const char* file, int line, void* to, shared_address from, size_t n);
void memcpy_at(const char* file, int line, shared_address to, shared_address from, size_t n);
void memset_at(const char* file, int line, shared_address to, int value, size_t n);
#define PUT(...) put_at(__FILE__, __LINE__, __VA_ARGS__)
#define GET(...) get_at(__FILE__, __LINE__, __VA_ARGS__)
#define MEMPUT(...) memput_at(__FILE__, __LINE__, __VA_ARGS__)
#define MEMGET(...) memget_at(__FILE__, __LINE__, __VA_ARGS__)
#define MEMCPY(...) memcpy_at(__FILE__, __LINE__, __VA_ARGS__)
#define MEMSET(...) memset_at(__FILE__, __LINE__, __VA_ARGS__)

void fence_at(const char* file, int line);
void notify_at(const char* file, int line);
void wait_at(const char* file, int line);
void barrier_at(const char* file, int line);  // Berkeley's is a notify and a wait
#define FENCE() fence_at(__FILE__, __LINE__)
#define NOTIFY() notify_at(__FILE__, __LINE__)
#define WAIT() wait_at(__FILE__, __LINE__)
#define BARRIER() barrier_at(__FILE__, __LINE__)

void lock_at(const char* file, int line, shared_address lock);
int attempt_at(const char* file, int line, shared_address lock);
void unlock_at(const char* file, int line, shared_address lock);
#define LOCK(lock) lock_at(__FILE__, __LINE__, lock)
#define ATTEMPT(lock) attempt_at(__FILE__, __LINE__, lock)
#define UNLOCK(lock) unlock_at(__FILE__, __LINE__, lock)

// As upc_flag_t: 0 is ALLSYNC.
enum { in_nosync = 1, in_mysync = 2, out_nosync = 4, out_mysync = 8 };
// One of the six that move bytes; permute's third address is that of the numbers.
void move_at(const char* file, int line, int event, shared_address to, shared_address from,
             size_t n, int flags);
// Of one double of each thread; prefix sums where `event` says so.
void reduce_at(const char* file, int line, int event, shared_address to, shared_address from,
               int flags);
#define MOVE(...) move_at(__FILE__, __LINE__, __VA_ARGS__)
#define REDUCE(...) reduce_at(__FILE__, __LINE__, __VA_ARGS__)

#endif

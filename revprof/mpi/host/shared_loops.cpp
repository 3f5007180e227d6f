// SPDX-License-Identifier: BSD-3-Clause
// Where a region's threads take what is next as they come to it: loops with a schedule that is not
// static, sections, tasks and `single` of GCC's OpenMP. In shared libraries alone, as threads.cpp.
#include "revprof/mpi/host/threads.hpp"

// `whose`: the place by whose file libgomp is found (threads.hpp).
#define REVPROF_SHARED(result, name, whose, parameters, arguments)           \
  __attribute__((visibility("default"))) result name parameters {            \
    const void* const place = __builtin_return_address(0);                   \
    const auto real = revprof::real_function<decltype(&name)>(#name, whose); \
    revprof::takes_share(place);                                             \
    return real arguments;                                                   \
  }
#define REVPROF_LOOP(name)                                                               \
  REVPROF_SHARED(bool, name, place,                                                      \
                 (long start, long end, long step, long chunk, long* first, long* last), \
                 (start, end, step, chunk, first, last))
#define REVPROF_RUNTIME_LOOP(name)                                                              \
  REVPROF_SHARED(bool, name, place, (long start, long end, long step, long* first, long* last), \
                 (start, end, step, first, last))
#define REVPROF_ULL_LOOP(name)                                                              \
  REVPROF_SHARED(bool, name, place,                                                         \
                 (bool up, Ull start, Ull end, Ull step, Ull chunk, Ull* first, Ull* last), \
                 (up, start, end, step, chunk, first, last))
#define REVPROF_ULL_RUNTIME_LOOP(name)                                           \
  REVPROF_SHARED(bool, name, place,                                              \
                 (bool up, Ull start, Ull end, Ull step, Ull* first, Ull* last), \
                 (up, start, end, step, first, last))

extern "C" {

using Ull = unsigned long long;

REVPROF_LOOP(GOMP_loop_dynamic_start)
REVPROF_LOOP(GOMP_loop_guided_start)
REVPROF_LOOP(GOMP_loop_nonmonotonic_dynamic_start)
REVPROF_LOOP(GOMP_loop_nonmonotonic_guided_start)
REVPROF_RUNTIME_LOOP(GOMP_loop_runtime_start)
REVPROF_RUNTIME_LOOP(GOMP_loop_nonmonotonic_runtime_start)
REVPROF_RUNTIME_LOOP(GOMP_loop_maybe_nonmonotonic_runtime_start)
REVPROF_ULL_LOOP(GOMP_loop_ull_dynamic_start)
REVPROF_ULL_LOOP(GOMP_loop_ull_guided_start)
REVPROF_ULL_LOOP(GOMP_loop_ull_nonmonotonic_dynamic_start)
REVPROF_ULL_LOOP(GOMP_loop_ull_nonmonotonic_guided_start)
REVPROF_ULL_RUNTIME_LOOP(GOMP_loop_ull_runtime_start)
REVPROF_ULL_RUNTIME_LOOP(GOMP_loop_ull_nonmonotonic_runtime_start)
REVPROF_ULL_RUNTIME_LOOP(GOMP_loop_ull_maybe_nonmonotonic_runtime_start)
REVPROF_SHARED(unsigned, GOMP_sections_start, place, (unsigned count), (count))
REVPROF_SHARED(bool, GOMP_single_start, place, (), ())
// Programs of older compilers leave out the last arguments, which libgomp knows by the flags.
REVPROF_SHARED(void, GOMP_task, revprof::address_of(function),
               (void (*function)(void*), void* data, void (*copy)(void*, void*), long size,
                long alignment, bool condition, unsigned flags, void** depends, int priority,
                void* event),
               (function, data, copy, size, alignment, condition, flags, depends, priority, event))
REVPROF_SHARED(void, GOMP_taskloop, revprof::address_of(function),
               (void (*function)(void*), void* data, void (*copy)(void*, void*), long size,
                long alignment, unsigned flags, unsigned long tasks, int priority, long start,
                long end, long step),
               (function, data, copy, size, alignment, flags, tasks, priority, start, end, step))
REVPROF_SHARED(void, GOMP_taskloop_ull, revprof::address_of(function),
               (void (*function)(void*), void* data, void (*copy)(void*, void*), long size,
                long alignment, unsigned flags, unsigned long tasks, int priority, Ull start,
                Ull end, Ull step),
               (function, data, copy, size, alignment, flags, tasks, priority, start, end, step))

}  // extern "C"

#undef REVPROF_SHARED
#undef REVPROF_LOOP
#undef REVPROF_RUNTIME_LOOP
#undef REVPROF_ULL_LOOP
#undef REVPROF_ULL_RUNTIME_LOOP

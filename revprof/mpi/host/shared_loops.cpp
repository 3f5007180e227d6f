// SPDX-License-Identifier: BSD-3-Clause
// Where a region's threads take what is next as they come to it: loops with a schedule that is not
// static, sections, tasks and `single` of GCC's OpenMP. In shared libraries alone, as threads.cpp.
#include "revprof/mpi/host/threads.hpp"

#define REVPROF_EXPORT __attribute__((visibility("default")))

extern "C" {

REVPROF_EXPORT bool GOMP_loop_dynamic_start(long start, long end, long step, long chunk,
                                            long* first, long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_loop_dynamic_start)>("GOMP_loop_dynamic_start", place);
  revprof::takes_share(place);
  return real(start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_guided_start(long start, long end, long step, long chunk, long* first,
                                           long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_loop_guided_start)>("GOMP_loop_guided_start", place);
  revprof::takes_share(place);
  return real(start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step,
                                                         long chunk, long* first, long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_nonmonotonic_dynamic_start)>(
      "GOMP_loop_nonmonotonic_dynamic_start", place);
  revprof::takes_share(place);
  return real(start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk,
                                                        long* first, long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_nonmonotonic_guided_start)>(
      "GOMP_loop_nonmonotonic_guided_start", place);
  revprof::takes_share(place);
  return real(start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_runtime_start(long start, long end, long step, long* first,
                                            long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_loop_runtime_start)>("GOMP_loop_runtime_start", place);
  revprof::takes_share(place);
  return real(start, end, step, first, last);
}

REVPROF_EXPORT bool GOMP_loop_nonmonotonic_runtime_start(long start, long end, long step,
                                                         long* first, long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_nonmonotonic_runtime_start)>(
      "GOMP_loop_nonmonotonic_runtime_start", place);
  revprof::takes_share(place);
  return real(start, end, step, first, last);
}

REVPROF_EXPORT bool GOMP_loop_maybe_nonmonotonic_runtime_start(long start, long end, long step,
                                                               long* first, long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_maybe_nonmonotonic_runtime_start)>(
      "GOMP_loop_maybe_nonmonotonic_runtime_start", place);
  revprof::takes_share(place);
  return real(start, end, step, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_dynamic_start(bool up, unsigned long long start,
                                                unsigned long long end, unsigned long long step,
                                                unsigned long long chunk, unsigned long long* first,
                                                unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_dynamic_start)>(
      "GOMP_loop_ull_dynamic_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_guided_start(bool up, unsigned long long start,
                                               unsigned long long end, unsigned long long step,
                                               unsigned long long chunk, unsigned long long* first,
                                               unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_guided_start)>(
      "GOMP_loop_ull_guided_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_nonmonotonic_dynamic_start(
    bool up, unsigned long long start, unsigned long long end, unsigned long long step,
    unsigned long long chunk, unsigned long long* first, unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_nonmonotonic_dynamic_start)>(
      "GOMP_loop_ull_nonmonotonic_dynamic_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_nonmonotonic_guided_start(
    bool up, unsigned long long start, unsigned long long end, unsigned long long step,
    unsigned long long chunk, unsigned long long* first, unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_nonmonotonic_guided_start)>(
      "GOMP_loop_ull_nonmonotonic_guided_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, chunk, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_runtime_start(bool up, unsigned long long start,
                                                unsigned long long end, unsigned long long step,
                                                unsigned long long* first,
                                                unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_runtime_start)>(
      "GOMP_loop_ull_runtime_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, unsigned long long start,
                                                             unsigned long long end,
                                                             unsigned long long step,
                                                             unsigned long long* first,
                                                             unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_loop_ull_nonmonotonic_runtime_start)>(
      "GOMP_loop_ull_nonmonotonic_runtime_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, first, last);
}

REVPROF_EXPORT bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(
    bool up, unsigned long long start, unsigned long long end, unsigned long long step,
    unsigned long long* first, unsigned long long* last) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_loop_ull_maybe_nonmonotonic_runtime_start)>(
          "GOMP_loop_ull_maybe_nonmonotonic_runtime_start", place);
  revprof::takes_share(place);
  return real(up, start, end, step, first, last);
}

REVPROF_EXPORT unsigned GOMP_sections_start(unsigned count) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_sections_start)>("GOMP_sections_start", place);
  revprof::takes_share(place);
  return real(count);
}

REVPROF_EXPORT bool GOMP_single_start() {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_single_start)>("GOMP_single_start", place);
  revprof::takes_share(place);
  return real();
}

// Programs of older compilers leave out the last arguments, which libgomp knows by the flags.
REVPROF_EXPORT void GOMP_task(void (*function)(void*), void* data, void (*copy)(void*, void*),
                              long size, long alignment, bool condition, unsigned flags,
                              void** depends, int priority, void* event) {
  const void* const place = __builtin_return_address(0);
  const auto real =
      revprof::real_function<decltype(&GOMP_task)>("GOMP_task", revprof::address_of(function));
  revprof::takes_share(place);
  real(function, data, copy, size, alignment, condition, flags, depends, priority, event);
}

REVPROF_EXPORT void GOMP_taskloop(void (*function)(void*), void* data, void (*copy)(void*, void*),
                                  long size, long alignment, unsigned flags, unsigned long tasks,
                                  int priority, long start, long end, long step) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_taskloop)>("GOMP_taskloop",
                                                                     revprof::address_of(function));
  revprof::takes_share(place);
  real(function, data, copy, size, alignment, flags, tasks, priority, start, end, step);
}

REVPROF_EXPORT void GOMP_taskloop_ull(void (*function)(void*), void* data,
                                      void (*copy)(void*, void*), long size, long alignment,
                                      unsigned flags, unsigned long tasks, int priority,
                                      unsigned long long start, unsigned long long end,
                                      unsigned long long step) {
  const void* const place = __builtin_return_address(0);
  const auto real = revprof::real_function<decltype(&GOMP_taskloop_ull)>(
      "GOMP_taskloop_ull", revprof::address_of(function));
  revprof::takes_share(place);
  real(function, data, copy, size, alignment, flags, tasks, priority, start, end, step);
}

}  // extern "C"

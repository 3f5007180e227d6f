// SPDX-License-Identifier: BSD-3-Clause
// This host's clocks.
#pragma once

#include <cstdint>
#include <ctime>

namespace revprof {

inline double read_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// The processor's own counter where it has one: a third of the time that CLOCK_MONOTONIC takes.
inline std::uint64_t read_ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return static_cast<std::uint64_t>(read_seconds(CLOCK_MONOTONIC) * 1e9);
#endif
}

}  // namespace revprof

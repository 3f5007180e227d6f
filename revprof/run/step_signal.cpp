// SPDX-License-Identifier: BSD-3-Clause
// Sleeps in the kernel, by a word of the shared memory.
#include "revprof/run/step_signal.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>

namespace revprof {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

std::uint32_t StepSignal::want(SimTime from) {
  const std::uint32_t steps = steps_.load(std::memory_order_acquire);
  SimTime wanted = wanted_.load(std::memory_order_relaxed);
  while (from < wanted && !wanted_.compare_exchange_weak(wanted, from)) {
  }
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return steps;
}

void StepSignal::sleep(std::uint32_t steps, std::chrono::nanoseconds longest) {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const timespec time{whole.count(), (longest - whole).count()};
  syscall(SYS_futex, &steps_, FUTEX_WAIT, steps, &time, nullptr, 0);
}

void StepSignal::wake() {
  wanted_.store(nobody);
  steps_.fetch_add(1);
  syscall(SYS_futex, &steps_, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace revprof

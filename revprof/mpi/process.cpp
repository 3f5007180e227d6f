// SPDX-License-Identifier: BSD-3-Clause
// The clock of computation: the calling thread's CPU time between its MPI calls.
#include "revprof/mpi/process.hpp"

#include <ctime>

namespace revprof {

Process* active_process = nullptr;

namespace {

double thread_cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// A thread that makes its first call has computed since it began; the process's first thread since
// MPI_Init.
thread_local double last_return_seconds = 0;

}  // namespace

void CallScope::charge_computation() {
  const double now = thread_cpu_seconds();
  const Guard guard(process_);
  process_.engine->elapse((now - last_return_seconds) * process_.cpu_scale);
  last_return_seconds = now;
}

void CallScope::restart_computation() { last_return_seconds = thread_cpu_seconds(); }

}  // namespace revprof

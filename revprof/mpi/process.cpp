// SPDX-License-Identifier: BSD-3-Clause
// The clock of computation: the calling thread's CPU time between its MPI calls.
#include "revprof/mpi/process.hpp"

#include <algorithm>
#include <ctime>

namespace revprof {

Process* active_process = nullptr;

namespace {

double read_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// In so short a time nobody else had the core: the kernel hands it out for longer.
constexpr double undisturbed_seconds = 5e-6;

// The thread's CPU time. The kernel's own clock of it is a system call, as dear as a small message,
// so it is read only after longer stretches; over short ones CPU time passes as wall time does.
double thread_cpu_seconds() {
  thread_local double wall = -1, cpu = 0;
  const double now = read_seconds(CLOCK_MONOTONIC);
  if (wall < 0 || now - wall > undisturbed_seconds) {
    cpu = read_seconds(CLOCK_THREAD_CPUTIME_ID);
  } else {
    cpu += now - wall;
  }
  wall = now;
  return cpu;
}

// A thread that makes its first call has computed since it began; the process's first thread since
// MPI_Init.
thread_local double last_return_seconds = 0;

}  // namespace

void CallScope::charge_computation() {
  const double now = thread_cpu_seconds();
  const Guard guard(process_);
  process_.engine->elapse(std::max(0.0, now - last_return_seconds) * process_.cpu_scale);
  last_return_seconds = now;
}

void CallScope::restart_computation() { last_return_seconds = thread_cpu_seconds(); }

}  // namespace revprof

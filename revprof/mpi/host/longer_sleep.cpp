// SPDX-License-Identifier: BSD-3-Clause
// Counts the node's processes by what their launcher tells them, as MPI has not begun.
#include "revprof/mpi/host/longer_sleep.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdlib>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

thread_local unsigned sleeps = 1;

unsigned processes_per_core() {
  const char* const processes = std::getenv(host().processes_here);
  cpu_set_t cores;
  if (processes == nullptr || sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return static_cast<unsigned>(std::clamp(std::atoi(processes) / CPU_COUNT(&cores), 1, 100));
}

}  // namespace

LongerSleep::LongerSleep() { sleeps = processes_per_core(); }

LongerSleep::~LongerSleep() { sleeps = 1; }

unsigned LongerSleep::times() { return sleeps; }

}  // namespace revprof

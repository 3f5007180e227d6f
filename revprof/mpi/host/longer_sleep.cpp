// SPDX-License-Identifier: BSD-3-Clause
// Counts the node's processes by what their launcher tells them, as MPI has not begun.
#include "revprof/mpi/host/longer_sleep.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

constexpr int most_times = 50;
constexpr unsigned microseconds_between_looks = 100;

thread_local unsigned sleeps = 1;

// That it may use; more than a cpu_set_t holds are enough for all.
int cores_of(pid_t process) {
  cpu_set_t cores;
  return sched_getaffinity(process, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : CPU_SETSIZE;
}

// The launcher may have bound this process to one core, but not itself.
int processes_per_core() {
  const char* const processes = std::getenv(host().processes_here);
  if (processes == nullptr) return 1;
  const int cores = std::max(cores_of(0), cores_of(getppid()));
  return std::clamp((std::atoi(processes) + cores - 1) / cores, 1, most_times);
}

}  // namespace

LongerSleep::LongerSleep() { sleeps = static_cast<unsigned>(processes_per_core()); }

LongerSleep::~LongerSleep() { sleeps = 1; }

unsigned LongerSleep::microseconds(unsigned told) {
  return told <= microseconds_between_looks ? told * sleeps : told;
}

}  // namespace revprof

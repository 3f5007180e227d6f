// SPDX-License-Identifier: BSD-3-Clause
// MPICH waits by asking UCX again and again for progress. With more processes than cores the one
// that is waited for then stands in line for a time slice, milliseconds for each message. The
// question is asked here in its stead, and one that finds nothing to do gives the core away.
#include <dlfcn.h>
#include <sched.h>

#include <atomic>

#include "revprof/mpi/host/yielding.hpp"

namespace revprof {

namespace {

std::atomic<bool> yields_when_idle{true};

}  // namespace

void yield_when_idle(bool yields) { yields_when_idle.store(yields, std::memory_order_relaxed); }

}  // namespace revprof

// UCX API, ucp_worker_progress(): 0 where nothing has moved.
extern "C" __attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
  using Progress = unsigned (*)(void*);
  static const auto progress = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned moved = progress(worker);
  if (moved == 0 && revprof::yields_when_idle.load(std::memory_order_relaxed)) sched_yield();
  return moved;
}

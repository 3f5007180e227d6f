// SPDX-License-Identifier: BSD-3-Clause
// The parallel regions of GCC's OpenMP, also those that are one loop or its sections. In shared
// libraries alone, as threads.cpp.
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "revprof/mpi/host/threads.hpp"

namespace revprof {

namespace {

// A parallel region: of a process whose threads may all make calls, each has its clocks; of others
// the slowest thread's computation is the region's.
struct Team {
  void (*function)(void*);
  void* data;
  Process* process;
  pthread_t master;
  Clocks begin;
  std::mutex mutex;
  std::vector<Clocks> ends;
  double most = 0;
  int members = 0;
};

// Where a thread has taken its share of a region's work as it came to it, while regions are open.
std::atomic<const void*> shared_at{nullptr};
std::atomic<int> open_regions{0};

// Which thread has computed what was the host's choice, and the slowest one's part with it.
void note_shares(Process& process, int members) {
  const void* const place = shared_at.exchange(nullptr, std::memory_order_relaxed);
  if (place == nullptr || members < 2 || process.compute != Compute::counted) return;
  const Guard guard(process);
  process.choices.note(&ChoiceCounts::shares, {HostChoices::no_call, place});
}

// Counted code that finds its mark in r15 goes on with its caller's count; without it, it hands
// over what it has counted when it returns (revprof/counted).
void call_anew(void (*function)(void*), void* data) {
#if defined(__x86_64__)
  asm volatile("xorl %%r15d, %%r15d" ::: "r15", "cc");
#endif
  function(data);
  asm volatile("");  // no jump: that would bring the caller's r15 back before
}

void run_member(void* given) {
  auto& team = *static_cast<Team*>(given);
  const bool is_master = pthread_equal(pthread_self(), team.master) != 0;
  Process& process = *team.process;
  if (process.threaded) {
    if (!is_master) go_on_from(process, team.begin);
    call_anew(team.function, team.data);
    Clocks end = clocks_now(process);
    const std::lock_guard<std::mutex> lock(team.mutex);
    team.ends.push_back(std::move(end));
    ++team.members;
    return;
  }
  if (!is_master) CallScope::take_part(process);
  call_anew(team.function, team.data);
  // A master that made calls has charged what was before them.
  const double part = CallScope::take_part(process);
  const std::lock_guard<std::mutex> lock(team.mutex);
  team.most = std::max(team.most, part);
  ++team.members;
}

void run_team(const RunRegion& real, Process& process, void (*function)(void*), void* data,
              const void* shares) {
  Team team{function, data, &process, pthread_self(), nullptr, {}, {}, 0, 0};
  double before = 0;
  if (process.threaded) {
    team.begin = clocks_now(process);
  } else {
    before = CallScope::take_part(process);
  }
  ++open_regions;
  if (shares != nullptr) takes_share(shares);
  real(run_member, &team);
  --open_regions;
  note_shares(process, team.members);
  const auto charge = [&] {
    if (team.members > 1) {
      CallScope::charge_threads(process, "region", team.members);
    }
  };
  if (!process.threaded) {
    charge();
    return CallScope::put_part(process, before + team.most);
  }
  const Guard guard(process);
  for (const Clocks& end : team.ends) process.threads.join(end);
  charge();
  CallScope::forget_computation(process);
}

}  // namespace

void takes_share(const void* place) {
  if (open_regions > 0) shared_at.store(place, std::memory_order_relaxed);
}

void run_region(void (*function)(void*), void* data, const RunRegion& real, const void* shares) {
  Process* const process = followed();
  const bool counts = process != nullptr && !process->all_threads_compute;
  if (!counts) return real(function, data);
  run_team(real, *process, function, data, shares);
}

}  // namespace revprof

#define REVPROF_REGION(name, shares, parameters, arguments)                              \
  __attribute__((visibility("default"))) void name parameters {                          \
    using namespace revprof;                                                             \
    const void* const place = shares;                                                    \
    const auto real = real_function<decltype(&name)>(#name, address_of(function));       \
    run_region(                                                                          \
        function, data, [&](void (*run)(void*), void* with) { real arguments; }, place); \
  }
#define REVPROF_LOOP(name)                                                                     \
  REVPROF_REGION(name, __builtin_return_address(0),                                            \
                 (void (*function)(void*), void* data, unsigned threads, long start, long end, \
                  long step, long chunk, unsigned flags),                                      \
                 (run, with, threads, start, end, step, chunk, flags))
#define REVPROF_RUNTIME_LOOP(name)                                                             \
  REVPROF_REGION(name, __builtin_return_address(0),                                            \
                 (void (*function)(void*), void* data, unsigned threads, long start, long end, \
                  long step, unsigned flags),                                                  \
                 (run, with, threads, start, end, step, flags))

extern "C" {

REVPROF_REGION(GOMP_parallel, nullptr,
               (void (*function)(void*), void* data, unsigned threads, unsigned flags),
               (run, with, threads, flags))
REVPROF_LOOP(GOMP_parallel_loop_dynamic)
REVPROF_LOOP(GOMP_parallel_loop_guided)
REVPROF_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
REVPROF_LOOP(GOMP_parallel_loop_nonmonotonic_guided)
REVPROF_RUNTIME_LOOP(GOMP_parallel_loop_runtime)
REVPROF_RUNTIME_LOOP(GOMP_parallel_loop_nonmonotonic_runtime)
REVPROF_RUNTIME_LOOP(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
REVPROF_REGION(GOMP_parallel_sections, __builtin_return_address(0),
               (void (*function)(void*), void* data, unsigned threads, unsigned count,
                unsigned flags),
               (run, with, threads, count, flags))

}  // extern "C"

#undef REVPROF_REGION
#undef REVPROF_LOOP
#undef REVPROF_RUNTIME_LOOP

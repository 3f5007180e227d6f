// SPDX-License-Identifier: BSD-3-Clause
// Sees threads begin and end: pthread_create and pthread_join (std::thread, and all that is made of
// them), and the parallel regions of GCC's OpenMP. In shared libraries alone, where the program's
// own calls come here first; in others threads are seen when they make calls.
#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

using Clocks = ThreadClocks::Clocks;

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Whether this library is the first one to see threads begin. Where another one is before it
// (ThreadSanitizer's, preloaded), the thread's first function is its own, which makes all others
// possible: such threads are seen when they make calls.
bool sees_threads_first() {
  Dl_info first, own;
  return dladdr(dlsym(RTLD_DEFAULT, "pthread_create"), &first) != 0 &&
         dladdr(reinterpret_cast<void*>(&sees_threads_first), &own) != 0 &&
         first.dli_fbase == own.dli_fbase;
}

// What MPI does inside a call is its own affair.
Process* followed() {
  return active_process != nullptr && CallSite::address() == nullptr ? active_process : nullptr;
}

// This thread's clocks with all that it has computed.
Clocks clocks_now(Process& process) {
  CallScope scope(process, Call::MPI_Pcontrol);
  const Guard guard(process);
  return process.threads.now();
}

void go_on_from(Process& process, const Clocks& clocks) {
  const Guard guard(process);
  process.threads.begin_at(clocks);
  CallScope::forget_computation(process);
}

// Where threads have ended that others may wait for.
std::mutex ends_mutex;
std::unordered_map<pthread_t, Clocks>& ends() {
  static auto& all = *new std::unordered_map<pthread_t, Clocks>;  // threads may outlive main()
  return all;
}

struct Start {
  void* (*function)(void*);
  void* argument;
  Process* process;
  Clocks clocks;
};

// Also where pthread_exit unwinds the thread.
struct End {
  Process* process;
  ~End() {
    if (active_process != process) return;
    Clocks clocks = clocks_now(*process);
    {
      const Guard guard(*process);
      process->threads.end();
    }
    const std::lock_guard<std::mutex> lock(ends_mutex);
    ends()[pthread_self()] = std::move(clocks);
  }
};

void* run_thread(void* given) {
  const std::unique_ptr<Start> start(static_cast<Start*>(given));
  if (active_process != start->process) return start->function(start->argument);
  go_on_from(*start->process, start->clocks);
  const End end{start->process};
  return start->function(start->argument);
}

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

using Parallel = void (*)(void (*)(void*), void*, unsigned, unsigned);

void run_team(Parallel real, Process& process, void (*function)(void*), void* data,
              unsigned threads, unsigned flags) {
  Team team{function, data, &process, pthread_self(), nullptr, {}, {}, 0, 0};
  double before = 0;
  if (process.threaded) {
    team.begin = clocks_now(process);
  } else {
    before = CallScope::take_part(process);
  }
  real(run_member, &team, threads, flags);
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

}  // namespace revprof

extern "C" {

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          void* (*function)(void*),
                                                          void* argument) {
  using namespace revprof;
  static const auto real = next<decltype(&pthread_create)>("pthread_create");
  static const bool is_first = sees_threads_first();
  Process* const process = is_first ? followed() : nullptr;
  if (process == nullptr || !process->threaded) return real(thread, attributes, function, argument);
  clocks_now(*process);
  CallScope::charge_threads(*process, "thread", 1);
  auto start = std::make_unique<Start>(Start{function, argument, process, clocks_now(*process)});
  const int error = real(thread, attributes, run_thread, start.get());
  if (error == 0) static_cast<void>(start.release());  // the thread's
  return error;
}

__attribute__((visibility("default"))) int pthread_join(pthread_t thread, void** result) {
  using namespace revprof;
  static const auto real = next<decltype(&pthread_join)>("pthread_join");
  const int error = real(thread, result);
  Process* const process = followed();
  if (error != 0 || process == nullptr || !process->threaded) return error;
  Clocks end;
  {
    const std::lock_guard<std::mutex> lock(ends_mutex);
    const auto found = ends().find(thread);
    if (found == ends().end()) return error;
    end = std::move(found->second);
    ends().erase(found);
  }
  clocks_now(*process);
  const Guard guard(*process);
  process->threads.join(end);
  return error;
}

__attribute__((visibility("default"))) void GOMP_parallel(void (*function)(void*), void* data,
                                                          unsigned threads, unsigned flags) {
  using namespace revprof;
  static const auto real = next<Parallel>("GOMP_parallel");
  Process* const process = followed();
  const bool counts = process != nullptr && !process->all_threads_compute;
  if (!counts) return real(function, data, threads, flags);
  run_team(real, *process, function, data, threads, flags);
}

}  // extern "C"

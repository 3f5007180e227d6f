// SPDX-License-Identifier: BSD-3-Clause
// Sees threads begin and end: pthread_create and pthread_join (std::thread, and all that is made of
// them). In shared libraries alone, where the program's own calls come here first; in others
// threads are seen when they make calls.
#include "revprof/mpi/host/threads.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace revprof {

namespace {

// Whether this library is the first one to see threads begin. Where another one is before it
// (ThreadSanitizer's, preloaded), the thread's first function is its own, which makes all others
// possible: such threads are seen when they make calls.
bool sees_threads_first() {
  Dl_info first, own;
  return dladdr(dlsym(RTLD_DEFAULT, "pthread_create"), &first) != 0 &&
         dladdr(reinterpret_cast<void*>(&sees_threads_first), &own) != 0 &&
         first.dli_fbase == own.dli_fbase;
}

}  // namespace

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

namespace {

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

}  // namespace

}  // namespace revprof

extern "C" {

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          void* (*function)(void*),
                                                          void* argument) {
  using namespace revprof;
  static const auto real =
      real_function<decltype(&pthread_create)>("pthread_create", __builtin_return_address(0));
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
  static const auto real =
      real_function<decltype(&pthread_join)>("pthread_join", __builtin_return_address(0));
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

}  // extern "C"

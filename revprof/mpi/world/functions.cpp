// SPDX-License-Identifier: BSD-3-Clause
// Functions as regions: what GCC calls at both ends of each one with -finstrument-functions.
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/run/call_observer.hpp"
#include "revprof/run/call_scope.hpp"

namespace revprof {

namespace {

// What MPI calls back belongs to its call. Where threads may not make calls at the same time, only
// the one that began MPI moves the clocks.
bool is_followed() {
  return active_process != nullptr && CallSite::address() == nullptr &&
         (active_process->threaded || CallScope::has_begun_here());
}

// In a run that is timed and not predicted.
bool is_watched() {
  return active_process == nullptr && active_observer != nullptr &&
         CallSite::address() == nullptr && CallScope::has_begun_here();
}

template <class Change>
void at_function(Change change) {
  if (!is_followed()) return;
  Process& process = *active_process;
  CallScope scope(process, Call::MPI_Pcontrol);
  const Guard guard(process);
  change(process);
}

}  // namespace

}  // namespace revprof

extern "C" {

__attribute__((visibility("default"))) void __cyg_profile_func_enter(void* function, void*) {
  if (revprof::is_watched()) return revprof::active_observer->enter(function);
  revprof::at_function(
      [&](revprof::Process& process) { revprof::CallScope::enter(process, function); });
}

__attribute__((visibility("default"))) void __cyg_profile_func_exit(void* function, void*) {
  if (revprof::is_watched()) return revprof::active_observer->leave(function);
  revprof::at_function(
      [&](revprof::Process& process) { revprof::CallScope::leave(process, function); });
}

}  // extern "C"

// SPDX-License-Identifier: BSD-3-Clause
// Sees the program sleep: nanosleep, usleep, sleep and what is made of them (sleep_for of C++,
// SLEEP of Fortran). It sleeps as long on any machine. Until a time of day (Python's time.sleep)
// is no time that a run could repeat, so it is let through. In shared libraries alone, where the
// program's own calls come here first.
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "revprof/mpi/host/caller.hpp"
#include "revprof/mpi/host/longer_sleep.hpp"
#include "revprof/mpi/process.hpp"
#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

template <class Function>
Function next_sleep(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

double seconds_of(const timespec& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

bool is_forked = false;  // a copy of the process, whose clocks are nobody's
const int forks_are_seen = pthread_atfork(nullptr, nullptr, [] { is_forked = true; });

// What MPI does inside a call is its own affair, and that of threads which nobody has seen begin.
Process* sleeping() {
  if (active_process == nullptr || CallSite::address() != nullptr || is_forked) return nullptr;
  if (!ThreadClocks::is_known() && !CallScope::has_begun_here()) return nullptr;
  return is_called_by_mpi() ? nullptr : active_process;
}

// `real` sleeps, and returns how many of the seconds it has not.
template <class Real>
void sleep_for(double seconds, Real real) {
  Process* const process = seconds > 0 ? sleeping() : nullptr;
  if (process != nullptr) CallScope::fall_asleep(*process, seconds);
  const double left = real();
  const int said = errno;
  if (process != nullptr && process == active_process) CallScope::sleep(*process, seconds - left);
  errno = said;
}

// For as long as `time` says; where a signal ends it, the program may ask how much is left.
template <class Real>
int sleep_for(const timespec* time, timespec* left, Real real) {
  int error = 0;
  timespec rest = time == nullptr ? timespec{} : *time;  // all, where it is refused
  sleep_for(seconds_of(rest), [&] {
    error = real(&rest);
    return error == 0 ? 0 : seconds_of(rest);
  });
  if (error != 0 && left != nullptr) *left = rest;
  return error;
}

}  // namespace

}  // namespace revprof

extern "C" {

__attribute__((visibility("default"))) int nanosleep(const timespec* time, timespec* left) {
  using namespace revprof;
  static const auto real = next_sleep<decltype(&nanosleep)>("nanosleep");
  return sleep_for(time, left, [&](timespec* rest) { return real(time, rest); });
}

__attribute__((visibility("default"))) int clock_nanosleep(clockid_t clock, int flags,
                                                           const timespec* time, timespec* left) {
  using namespace revprof;
  static const auto real = next_sleep<decltype(&clock_nanosleep)>("clock_nanosleep");
  if ((flags & TIMER_ABSTIME) != 0) return real(clock, flags, time, left);
  return sleep_for(time, left, [&](timespec* rest) { return real(clock, flags, time, rest); });
}

// Of these two nobody learns how long they have slept when a signal has ended one.
__attribute__((visibility("default"))) int usleep(useconds_t microseconds) {
  using namespace revprof;
  static const auto real = next_sleep<decltype(&usleep)>("usleep");
  int error = 0;
  sleep_for(microseconds * 1e-6, [&] {
    error = real(LongerSleep::microseconds(microseconds));
    return 0.0;
  });
  return error;
}

__attribute__((visibility("default"))) unsigned sleep(unsigned seconds) {
  using namespace revprof;
  static const auto real = next_sleep<decltype(&sleep)>("sleep");
  unsigned left = 0;
  sleep_for(seconds, [&] {
    left = real(seconds);
    return static_cast<double>(left);
  });
  return left;
}

// By which Open MPI lets others run while it waits.
__attribute__((visibility("default"))) int sched_yield() {
  revprof::yield_unless_kept();
  return 0;
}

}  // extern "C"

// SPDX-License-Identifier: BSD-3-Clause
// Computation between a thread's calls: what it has counted, or its CPU time.
#include "revprof/run/call_scope.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>

#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/ticks.hpp"

namespace revprof {

namespace {

// How long a tick is: learnt from the library's start to the end of the call that
// begins the program's.
struct Moment {
  std::uint64_t ticks = read_ticks();
  double seconds = read_seconds(CLOCK_MONOTONIC);
};
const Moment library_start;
double seconds_per_tick = 0;

clockid_t cpu_clock = CLOCK_THREAD_CPUTIME_ID;

// What a stretch without any computation seems to take: the clock is read at both of its ends.
double empty_stretch_seconds = 0;

// In so short a time nobody else had the core: the kernel hands it out for longer.
constexpr double undisturbed_seconds = 5e-6;

// A thread's clock of computation. It has computed since it began; the process's first thread since
// the library began.
struct ThreadClock {
  std::uint64_t read_at = 0;       // ticks
  double cpu_seconds = 0;          // at that moment
  double last_return_seconds = 0;  // CPU time at the return of the last call
  double uncharged_seconds = 0;    // computed, but not on the simulated clock yet

  // The CPU time now. The kernel's own clock of it is a system call, as dear as a small message, so
  // it is read only after longer stretches; over short ones CPU time passes as wall time does.
  double read() {
    const std::uint64_t now = read_ticks();
    const double since = static_cast<double>(now - read_at) * seconds_per_tick;
    read_at = now;
    cpu_seconds = since > undisturbed_seconds ? read_seconds(cpu_clock) : cpu_seconds + since;
    return cpu_seconds;
  }
};

// initial-exec: a plain load instead of a call of the dynamic linker for every use.
__attribute__((tls_model("initial-exec"))) thread_local ThreadClock thread_clock;

// A loop that asks again and again is as long as the host takes: between two calls that only ask,
// so few instructions are no computation.
constexpr double polling_instructions = 1000;
__attribute__((tls_model("initial-exec"))) thread_local bool has_asked = false;
__attribute__((tls_model("initial-exec"))) thread_local bool begun_here = false;

}  // namespace

void CallScope::start_computation(const Run& run) {
  begun_here = true;
  // With several threads in calls at once each would count what all of them compute.
  if (run.all_threads_compute && !run.threaded) cpu_clock = CLOCK_PROCESS_CPUTIME_ID;
  const Moment now;
  seconds_per_tick =
      (now.seconds - library_start.seconds) / static_cast<double>(now.ticks - library_start.ticks);
  empty_stretch_seconds = undisturbed_seconds;
  for (int i = 0; i < 100; ++i) {
    thread_clock.last_return_seconds = thread_clock.read();
    const double since = thread_clock.read() - thread_clock.last_return_seconds;
    empty_stretch_seconds = std::min(empty_stretch_seconds, std::max(since, 0.0));
  }
  restart_computation(run);
}

void CallScope::restart_computation(const Run& run) {
  if (run.compute == Compute::cpu) thread_clock.last_return_seconds = thread_clock.read();
  if (run.compute == Compute::counted) take_counted_work();  // what MPI has called back
}

void CallScope::stop_computation(Asks asks) {
  if (run_.compute == Compute::cpu) {
    const double now = thread_clock.read();
    const double computed = now - thread_clock.last_return_seconds - empty_stretch_seconds;
    thread_clock.last_return_seconds = now;
    thread_clock.uncharged_seconds += computed;
    if (asks == Asks::yes && computed < undisturbed_seconds) return;
    const Guard guard(run_);
    charge_time();
  } else if (run_.compute == Compute::counted) {
    charge_count(asks);
  }
  if (CallSite::address() == nullptr) return;  // it only asks for the clock, or tells us something
  const Guard guard(run_);
  run_.segments.end_at({call_, CallSite::address()});
}

namespace {

// Charges computation, and books it.
template <class Charge>
void compute(Run& run, double work, Charge charge) {
  const SimTime begin = run.engine->now()[0];
  charge(*run.engine);
  run.segments.add(work, run.engine->now()[0] - begin);
}

}  // namespace

void CallScope::charge_count(Asks asks) {
  const auto work = static_cast<double>(take_counted_work());
  const bool polls = asks == Asks::yes && has_asked;
  has_asked = asks == Asks::yes;
  if (work <= 0 || (polls && work < polling_instructions)) return;
  const Guard guard(run_);
  compute(run_, work, [&](Engine& engine) { engine.compute(work); });
}

void CallScope::charge_time() {
  double& uncharged = thread_clock.uncharged_seconds;
  if (uncharged <= 0) return;  // the clocks are a few nanoseconds off; the next stretch makes up
  const LikelyTime likely =
      run_.segments.times_to({call_, CallSite::address()}).likely(uncharged * run_.cpu_scale);
  compute(run_, 0, [&](Engine& engine) { engine.elapse(likely.low, likely.median, likely.high); });
  uncharged = 0;
}

void CallScope::announce(Run& run, double steps) {
  if (run.compute != Compute::steps) return;
  compute(run, steps, [&](Engine& engine) { engine.compute(steps); });
}

void CallScope::begin_region(Run& run, const char* name) {
  run.segments.end_at({Call::MPI_Pcontrol, nullptr});
  run.regions.begin(name, run.engine->now()[0]);
  if (run.trace != nullptr) run.trace->region({name, run.engine->now()[0], true});
}

void CallScope::end_region(Run& run) {
  run.segments.end_at({Call::MPI_Pcontrol, nullptr});
  run.regions.end(run.engine->now()[0]);
  if (run.trace != nullptr) run.trace->region({"", run.engine->now()[0], false});
}

void CallScope::enter(Run& run, const void* function) {
  begin_region(run, run.functions.at(function).c_str());
}

// One that was entered before the run began is not there; one that was left by longjmp still is.
void CallScope::leave(Run& run, const void* function) {
  for (int inner = Regions::depth_of(run.regions.number(run.functions.at(function))); inner >= 0;
       --inner) {
    end_region(run);
  }
}

bool CallScope::has_begun_here() { return begun_here; }

}  // namespace revprof

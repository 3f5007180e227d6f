// SPDX-License-Identifier: BSD-3-Clause
// Computation between a thread's calls: what it has counted, or its CPU time.
#include "revprof/run/call_scope.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>

#include "fit/measurements/computation_name.hpp"
#include "revprof/run/computation/charge.hpp"
#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/library_prices.hpp"
#include "revprof/run/computation/visit.hpp"
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

__attribute__((tls_model("initial-exec"))) thread_local bool has_asked = false;
__attribute__((tls_model("initial-exec"))) thread_local bool begun_here = false;

}  // namespace

void CallScope::begin_here() { begun_here = true; }

void CallScope::start_computation(Run& run) {
  begin_here();
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
  if (run.threaded) run.threads.start(*run.engine);
  active_observer = run.prices.get();
  if (run.prices != nullptr) run.prices->begin_at({}, false);
}

void CallScope::restart_computation(const Run& run) {
  if (run.compute == Compute::cpu) thread_clock.last_return_seconds = thread_clock.read();
  if (run.compute == Compute::counted) {  // what MPI has called back
    take_counted_work();
    take_counted_bytes();
    take_library_calls();
  }
}

void CallScope::stop_computation(Asks asks) {
  if (run_.compute == Compute::cpu) {
    const double now = thread_clock.read();
    const double computed = now - thread_clock.last_return_seconds - empty_stretch_seconds;
    thread_clock.last_return_seconds = now;
    thread_clock.uncharged_seconds += computed;
    const bool polls = asks == Asks::yes && has_asked;
    has_asked = asks == Asks::yes;
    // How often a loop asks is the host's affair: no two runs have the same visits there.
    const bool is_visit = run_.visits != nullptr && !polls;
    if (!is_visit && asks == Asks::yes && computed < undisturbed_seconds) return;
    if (asks == Asks::yes) end_polls(run_);
    const Guard guard(run_);
    is_visit ? charge_visit() : charge_time();
  } else if (run_.compute == Compute::counted) {
    charge_count(asks);
  } else if (run_.prices != nullptr) {
    charge_segments(run_);
  }
  if (CallSite::address() == nullptr) return;  // it only asks for the clock, or tells us something
  const Guard guard(run_);
  run_.segments.end_at({call_, CallSite::address()});
}

void CallScope::charge_count(Asks asks) {
  const double work = take_counted_work();
  const std::uint64_t bytes = take_counted_bytes();
  const LibraryTable calls = take_library_calls();
  const bool polls = asks == Asks::yes && has_asked;
  has_asked = asks == Asks::yes;
  if (work <= 0 || (polls && work < Visit::polling_instructions)) return;
  const Guard guard(run_);
  charge_computation(run_, work, run_.unit_source,
                     [&](Engine& engine) { engine.compute(work, Item::counted); });
  if (bytes > 0) charge_bytes(work, bytes);
  const LibraryCharge libraries = charge_of(calls, run_.units);
  if (libraries.instructions > 0) {
    charge_computation(run_, 0, std::max(run_.unit_source, Source::stand_in), [&](Engine& engine) {
      engine.compute(libraries.instructions, Item::counted);
    });
  }
  if (!libraries.takes_seconds) return;
  charge_computation(run_, 0, Source::stand_in,
                     [&](Engine& engine) { engine.elapse(Item::units, libraries.seconds.data()); });
}

// Cycles are those of code that finds all in the first cache. On lane high all comes from main
// memory, which the processes of a node share.
void CallScope::charge_bytes(double cycles, std::uint64_t bytes) {
  const ComputationTimes* const byte = run_.units.of_one(memory_name(memory_levels[3], "read"));
  if (byte == nullptr) return;
  charge_computation(run_, 0, byte->source, [&](Engine& engine) {
    std::array<double, max_lanes> more{};
    for (std::size_t l = 0; l < static_cast<std::size_t>(engine.lanes()); ++l) {
      const Lane& lane = engine.costs().lanes()[l];
      if (lane.of_computation() != LaneEstimate::high) continue;
      more[l] =
          std::max(0.0, static_cast<double>(bytes) * byte->of_lane[l] - cycles * lane.step_seconds);
    }
    engine.elapse(Item::units, more.data());
  });
}

void CallScope::charge_threads(Run& run, const std::string& row, int threads) {
  if (run.compute == Compute::none || run.compute == Compute::profile) return;
  const Guard guard(run);
  const ComputationTimes* const time = run.units.of_all(threads_name(row), threads);
  if (time == nullptr) return;
  charge_computation(run, 0, time->source,
                     [&](Engine& engine) { engine.elapse(Item::units, time->of_lane.data()); });
}

void CallScope::charge_time() {
  double& uncharged = thread_clock.uncharged_seconds;
  if (uncharged <= 0) return;  // the clocks are a few nanoseconds off; the next stretch makes up
  const LikelyTime likely =
      run_.segments.times_to({call_, CallSite::address()}).likely(uncharged * run_.cpu_scale);
  uncharged = 0;
  charge_cpu(likely);
}

// One that every run of the command makes, however short it is.
void CallScope::charge_visit() {
  double& uncharged = thread_clock.uncharged_seconds;
  const double seconds = std::max(uncharged, 0.0);
  uncharged -= seconds;
  const CallPlace here = {call_, CallSite::address()};
  LikelyTime likely;
  if (seconds > 0) likely = run_.segments.times_to(here).likely(seconds * run_.cpu_scale);
  likely = run_.visits->charge(Segments::segment_to(here), run_.regions.list(), likely);
  if (likely.high > 0) charge_cpu(likely);
}

// By the segment's own factor, from this host to the target; without a profile this host's time
// stands in for the target's.
void CallScope::charge_cpu(const LikelyTime& likely) {
  static const ComputationTimes this_hosts = [] {
    ComputationTimes one = {{}, Source::stand_in};
    one.of_lane.fill(1);
    return one;
  }();
  const ComputationTimes& factor = run_.prices != nullptr ? SegmentPrices::factor() : this_hosts;
  charge_beside_polls(run_, 0, factor.source, [&](Engine& engine) {
    std::array<double, max_lanes> seconds{};
    for (std::size_t l = 0; l < static_cast<std::size_t>(engine.lanes()); ++l) {
      const Lane& lane = engine.costs().lanes()[l];
      seconds[l] = factor.of_lane[l] *
                   of_estimate(lane.of_computation(), likely.low, likely.median, likely.high);
    }
    engine.elapse(Item::cpu, seconds.data());
  });
}

void CallScope::charge_segments(Run& run) {
  SegmentPrices::Charge charge;
  if (!SegmentPrices::take(charge)) return;
  const Guard guard(run);
  charge_computation(run, charge.work, charge.price.source, [&](Engine& engine) {
    engine.elapse(Item::profiled, charge.price.of_lane.data());
  });
}

double CallScope::take_part(const Run& run) {
  if (run.compute == Compute::counted) {
    const double called = instructions_of(take_library_calls());
    return take_counted_work() + called;
  }
  if (run.compute != Compute::cpu) return 0;
  const double now = thread_clock.read();
  const double before = now - thread_clock.last_return_seconds;
  thread_clock.last_return_seconds = now;
  return before;
}

void CallScope::put_part(const Run& run, double part) {
  if (run.compute == Compute::counted) {
    take_counted_work();
    take_library_calls();
    add_counted_work(part);
  } else if (run.compute == Compute::cpu) {
    thread_clock.last_return_seconds = thread_clock.read() - part;
  }
}

void CallScope::end_computation(Run& run) {
  if (run.threaded) {
    const Guard guard(run);
    run.threads.join_all();
  }
  if (run.prices == nullptr) return;
  active_observer = nullptr;
  const Guard guard(run);
  run.prices->end_at({Call::MPI_Finalize, nullptr}, false);
  charge_segments(run);
}

bool CallScope::has_begun_here() { return begun_here; }

}  // namespace revprof

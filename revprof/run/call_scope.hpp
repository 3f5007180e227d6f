// SPDX-License-Identifier: BSD-3-Clause
// One call of the program from entry to return, and the waiting inside it.
#pragma once

#include <cstdint>
#include <string>

#include "revprof/run/run.hpp"

namespace revprof {

// Whether a call only asks (Test, Iprobe): one that fails costs nothing, and programs make millions
// of them.
enum class Asks { no, yes };

// What was computed since the last call is charged at entry, where it is counted or timed, and the
// count or clock of computation runs again from the return on, so that revprof's own time is left
// out. Before a call that only asks, a short stretch of computation is charged by the next one that
// moves the clock, or, counted, not at all: it is how a program waits. Nor does what takes no time
// itself (MPI_Pcontrol) end its questions (polls.hpp).
class CallScope {
 public:
  CallScope(Run& run, Call call, Asks asks = Asks::no) : run_(run), call_(call) {
    CallSite::making(call);
    if (run.compute != Compute::none) stop_computation(asks);
    if (asks == Asks::yes) {
      if (run.horizon.is_open()) run.polls.asks_by(call, CallSite::address());
    } else if (call != Call::MPI_Pcontrol) {
      end_polls(run);
      run.horizon.resume();
    }
    // It is closed where several threads move the clock.
    if (run.horizon.is_open()) run.horizon.publish(run.polls.until(run.engine->now()[0]));
  }
  ~CallScope() {
    if (run_.compute > Compute::steps) restart_computation(run_);
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  // Books the call once the library's own part has succeeded: `charge(engine)` applies the rules.
  // `window` is that of a one-sided call.
  template <class Charge>
  void book(std::int64_t bytes, int peer, int communicator, Charge charge, int window = -1) {
    const Guard guard(run_);
    if (run_.compute == Compute::cpu) charge_time();
    if (run_.threaded) run_.choices.called_by_this_thread(ThreadClocks::is_known());
    tell_site();
    run_.engine->begin_call(call_);
    charge(*run_.engine);
    end_polls_in_call(run_);
    run_.horizon.resume();
    run_.engine->end_call(bytes, peer, communicator, window);
    run_.horizon.publish(run_.engine->now()[0]);
  }

  // What the engine does next is done for the place that has made this call. Guarded.
  void tell_site() { tell_site(run_, call_, CallSite::address()); }
  static void tell_site(Run& run, Call call, const void* address) {
    if (run.call_sites == nullptr) return;
    const std::size_t known = run.call_sites->list().size();
    const int number = run.call_sites->number(call, address);
    if (run.call_sites->list().size() > known && run.trace != nullptr) {
      const CallSites::Site& site = run.call_sites->list().back();
      run.trace->site({number, site.offset, site.module});
    }
    run.engine->at(number);
  }

  // Once the library has begun: computation begins.
  static void start_computation(Run& run);
  // ... and at the end of the run: computation has ended.
  static void end_computation(Run& run);
  // The program says that it has computed so many steps (compute = steps), or units of that name.
  // Guarded.
  static void announce(Run& run, double steps);
  static void announce_in(Run& run, const std::string& unit, double amount);
  // It has slept for so long, but where computation costs nothing, or a profile has that time, too.
  static void sleep(Run& run, double seconds);
  // ... and is about to: others need not expect anything of it until then.
  static void fall_asleep(Run& run, double seconds);
  // A named region of it begins or ends. Guarded.
  static void begin_region(Run& run, const char* name);
  static void end_region(Run& run);
  // A function of it, which is a region, begins or ends. Guarded.
  static void enter(Run& run, const void* function);
  static void leave(Run& run, const void* function);
  // Whether this thread is the one in which the library has begun.
  static bool has_begun_here();
  static void begin_here();

  // A thread or a parallel region begins in this one: what is computed until the next call counts
  // from here.
  static void forget_computation(const Run& run) { restart_computation(run); }
  // What this thread has computed since its last call, or since the last take_part(), in the run's
  // own measure; it is not charged.
  static double take_part(const Run& run);
  // Threads have begun or met: what that takes on the target, by its row threads.ROW.fork_join.
  static void charge_threads(Run& run, const std::string& row, int threads);
  // What it has computed since then was this instead: of several threads the slowest.
  static void put_part(const Run& run, double part);

 private:
  static void restart_computation(const Run& run);
  void stop_computation(Asks asks);
  void charge_count(Asks asks);
  void charge_bytes(double cycles, std::uint64_t bytes);
  void charge_time();
  void charge_visit();
  void charge_cpu(const LikelyTime& likely);
  static void charge_segments(Run& run);
  static void end_segment(Run& run);
  static void begin_segment(Run& run);

  Run& run_;
  Call call_;
};

// While this process waits inside the library: the others' questions need not fear its messages.
class Waiting {
 public:
  // For a message, whatever it is.
  explicit Waiting(Run& run) : horizon_(run.horizon) {
    constexpr Horizon::Message any_message;
    horizon_.wait_for(&any_message, 1, false);
  }
  // For what it tells the horizon, if it does.
  Waiting(Run& run, Horizon::State state) : horizon_(run.horizon) { horizon_.set(state); }
  Waiting(Run& run, const Horizon::Message& message) : horizon_(run.horizon) {
    horizon_.wait_for(&message, 1, false);
  }
  ~Waiting() { horizon_.set(Horizon::State::running); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Horizon& horizon_;
};

}  // namespace revprof

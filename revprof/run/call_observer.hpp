// SPDX-License-Identifier: BSD-3-Clause
// Who looks at the program's calls from outside, whatever their handlers do: the settings `measure`
// and `profile`.
#pragma once

#include <cstdint>

#include "revprof/calls/call.hpp"

namespace revprof {

class CallObserver {
 public:
  virtual ~CallObserver() = default;

  // A call of the program begins; it ends, after so many ticks. Any thread.
  virtual void begins(Call /*call*/) {}
  virtual void ends(Call /*call*/, std::uint64_t /*ticks*/) {}

  // MPI_Pcontrol(0): what follows does not count until thaw().
  virtual void freeze() {}
  virtual void thaw() {}

  // What the program says of its computation (revprof.h), and functions that are regions.
  virtual void announce(double /*work*/) {}
  virtual void begin_region(const char* /*name*/) {}
  virtual void end_region() {}
  virtual void enter(const void* /*function*/) {}
  virtual void leave(const void* /*function*/) {}
};

// nullptr: nobody looks.
extern CallObserver* active_observer;

// One call of the program from entry to return. A call that another one makes is part of it.
class TimedCall {
 public:
  explicit TimedCall(Call call) {
    if (active_observer != nullptr) begin(call);
  }
  ~TimedCall() {
    if (timed_) end();
  }
  TimedCall(const TimedCall&) = delete;
  TimedCall& operator=(const TimedCall&) = delete;

 private:
  void begin(Call call);
  void end();

  bool timed_ = false;
  Call call_;
  std::uint64_t begin_ticks_;
};

}  // namespace revprof

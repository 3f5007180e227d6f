// SPDX-License-Identifier: BSD-3-Clause
// Tells the outermost calls of each thread.
#include "revprof/run/call_observer.hpp"

#include "revprof/run/ticks.hpp"

namespace revprof {

CallObserver* active_observer = nullptr;

namespace {

// initial-exec: a plain load instead of a call of the dynamic linker for every use.
__attribute__((tls_model("initial-exec"))) thread_local bool inside_call = false;

}  // namespace

void TimedCall::begin(Call call) {
  if (inside_call) return;
  inside_call = true;
  timed_ = true;
  call_ = call;
  active_observer->begins(call);
  begin_ticks_ = read_ticks();
}

void TimedCall::end() {
  const std::uint64_t ticks = read_ticks() - begin_ticks_;
  inside_call = false;
  if (active_observer != nullptr) active_observer->ends(call_, ticks);
}

}  // namespace revprof

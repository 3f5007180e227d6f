// SPDX-License-Identifier: BSD-3-Clause
// What is known of a UPC thread while it is predicted: one for each process.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "revprof/calls/gasp_events.hpp"
#include "revprof/gasp/clock_array.hpp"
#include "revprof/gasp/last_get.hpp"
#include "revprof/run/call_scope.hpp"
#include "revprof/run/memory/outstanding.hpp"
#include "revprof/run/memory/remote_memory.hpp"
#include "revprof/run/run.hpp"

namespace revprof {

// The clocks of the barriers and collectives of all threads.
struct Meeting {
  std::int64_t number = 0;  // 0: none
  std::vector<SimTime> ready;
};

struct UpcThread : Run {
  RemoteMemory memory{*this};
  Outstanding under_way;                       // relaxed puts
  std::map<const void*, Outstanding> handles;  // by what GASP calls them
  ClockArray clocks;
  std::int64_t meetings = 0;
  Meeting open;      // between its start and its end
  Meeting notified;  // between notify and wait
  LastGet last_get;

  // The event under way, from its start to its end. What the runtime says meanwhile is inside it.
  const GaspEvent* event = nullptr;
  std::optional<CallScope> scope;

  int rank() const { return team->rank(); }
  int threads() const { return team->processes(); }
};

// nullptr before the start and after the end, and where there is nothing to predict.
extern UpcThread* active_thread;

// While revprof itself asks the UPC runtime, which may notify of that.
class Asking {
 public:
  Asking() { ++depth_; }
  ~Asking() { --depth_; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  static bool is_under_way() { return depth_ > 0; }

 private:
  static int depth_;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What belongs to one thread of a process: its clocks, what it has spent, what it has under way.
#pragma once

#include <array>
#include <cstdint>

#include "revprof/calls/call_table.hpp"
#include "revprof/engine/clock.hpp"
#include "revprof/engine/event.hpp"
#include "revprof/engine/pace.hpp"
#include "revprof/engine/ports.hpp"
#include "revprof/engine/posted.hpp"
#include "revprof/engine/row.hpp"

namespace revprof {

// Named as the engine's own, whose base it is.
struct ThreadState {
  explicit ThreadState(EventSink* trace) : trace_(trace) {}

  Instant now_{}, compute_{}, communication_{}, waiting_{};
  std::array<double, max_lanes> variance_{};  // of the random part, in square picoseconds
  Instant scattered_{};                       // what of now_ it has made out so far
  Posted posted_;
  Pace pace_;
  SendPort send_port_;
  LongPort long_port_;
  ReceivePorts receive_ports_;
  Row row_;
  static constexpr int no_site = -1;
  int site_ = no_site;
  CallId call_ = CallId(0);  // the call between begin_call() and end_call()
  SimTime call_begin_ = 0, call_waiting_begin_ = 0, booked_waiting_ = 0;  // of lane 0
  SimTime last_wtime_ = -1, last_collective_ = -1;  // lane 0's, after that call
  std::int64_t idle_wtimes_ = 0;                    // MPI_Wtimes with nothing between them
  EventSink* trace_;
};

}  // namespace revprof

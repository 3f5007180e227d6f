// SPDX-License-Identifier: BSD-3-Clause
// What the engine tells the trace writers. All times are those of lane 0, the primary one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

// A stretch of computation.
struct ComputeEvent {
  SimTime begin, end;
};

// One MPI call. waiting is the part of end - begin that was spent waiting for others.
struct CallEvent {
  std::string_view call;  // "MPI_Send"
  SimTime begin, end, waiting;
  std::int64_t bytes;         // d of the call; 0 where it has none
  std::int32_t peer;          // rank in MPI_COMM_WORLD (the root of a rooted collective); -1: none
  std::int32_t communicator;  // number of a CommunicatorEvent; 0 is MPI_COMM_WORLD; -1: none
};

// A message that was received; recorded by the receiver, which alone knows both ends.
struct MessageEvent {
  std::int32_t source;  // rank in MPI_COMM_WORLD; -1: outside it
  SimTime sent;         // when the send began
  SimTime arrived;      // when the message could be there
  SimTime received;     // when the receive was complete
  std::int64_t bytes;
  std::int32_t tag;
  std::int32_t communicator;
};

// A communicator this process has begun to use; sent before the first event that names it.
struct CommunicatorEvent {
  std::int32_t number;
  std::vector<std::int32_t> ranks;  // ranks in MPI_COMM_WORLD
};

struct RegionEvent {
  std::string_view name;
  SimTime time;
  bool begins;
};

// Consumers of events (revprof/trace). Producers know nothing else about them.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void compute(const ComputeEvent& event) = 0;
  virtual void call(const CallEvent& event) = 0;
  virtual void message(const MessageEvent& event) = 0;
  virtual void communicator(const CommunicatorEvent& event) = 0;
  virtual void region(const RegionEvent& event) = 0;
  virtual void flush() = 0;
};

}  // namespace revprof

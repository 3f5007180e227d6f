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
  std::int32_t window = -1;   // number of a WindowEvent; -1: no one-sided call
  std::int32_t site = -1;     // number of a SiteEvent; -1: nobody asks for places
};

// Requests are numbered by each process, from 0 on; a persistent one anew at each start.
constexpr std::int64_t no_request = -1;

// A message that was sent; whether it is received the sender cannot know.
struct SendEvent {
  std::int32_t destination;  // rank in MPI_COMM_WORLD; -1: outside it
  SimTime sent;              // when the send began: that of the receiver's MessageEvent
  std::int64_t bytes;
  std::int32_t tag;
  std::int32_t communicator;
  std::int64_t request = no_request;  // no_request: of a blocking send
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
  std::int64_t request = no_request;  // no_request: of a blocking receive
};

// What becomes of a request. A send begins with its SendEvent, a receive ends with its
// MessageEvent.
struct RequestEvent {
  enum class What {
    receive,
    collective,
    transfer,
    complete,
    cancelled
  };  // the first three: begins

  std::int64_t number;
  SimTime time;
  What what;
  // Of a collective, as a CallEvent has them.
  std::string_view call = {};
  std::int64_t bytes = 0;
  std::int32_t root = -1;
  std::int32_t communicator = -1;
};

// The lock that the MPI_Win_lock takes whose CallEvent comes next.
struct LockEvent {
  bool exclusive;
};

// With whom the MPI_Win_post, start, complete or wait synchronises whose CallEvent comes next.
struct PartnersEvent {
  const std::vector<int>& ranks;  // ranks in MPI_COMM_WORLD; -1: outside it
};

// A communicator this process has begun to use; sent before the first event that names it.
struct CommunicatorEvent {
  std::int32_t number;
  std::vector<std::int32_t>
      ranks;               // ranks in MPI_COMM_WORLD; an intercommunicator's own group first
  std::int32_t local = 0;  // how many of them are the own group; 0: no intercommunicator
};

// A window this process has made with others; sent before the first event that names it.
struct WindowEvent {
  std::int32_t number;
  std::int32_t communicator;
};

// A place in the program that makes calls; sent before the first event that names it.
struct SiteEvent {
  std::int32_t number;
  std::int64_t offset;      // of the instruction, in the file's own addresses
  std::string_view module;  // the file; empty: of none
};

struct RegionEvent {
  std::string_view name;
  SimTime time;
  bool begins;
};

// Inside the call that comes next: bytes that went into another process's symmetric memory, or came
// out of it, without a call there.
struct TransferEvent {
  bool fetched;       // they came
  std::int32_t peer;  // rank in MPI_COMM_WORLD
  SimTime sent, arrived;
  std::int64_t bytes;
};

// What the program says in its trace.
struct MarkerEvent {
  std::string_view text;
  SimTime time;
};
struct CounterEvent {
  std::string_view name;
  SimTime time;
  double value;
};

// Consumers of events (revprof/trace). Producers know nothing else about them. What happens inside
// a call comes before its CallEvent.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void compute(const ComputeEvent& event) = 0;
  virtual void call(const CallEvent& event) = 0;
  virtual void send(const SendEvent& event) = 0;
  virtual void message(const MessageEvent& event) = 0;
  virtual void request(const RequestEvent& event) = 0;
  virtual void lock(const LockEvent& event) = 0;
  virtual void partners(const PartnersEvent& event) = 0;
  virtual void communicator(const CommunicatorEvent& event) = 0;
  virtual void window(const WindowEvent& event) = 0;
  virtual void site(const SiteEvent& event) = 0;
  virtual void region(const RegionEvent& event) = 0;
  virtual void transfer(const TransferEvent& event) = 0;
  virtual void marker(const MarkerEvent& event) = 0;
  virtual void counter(const CounterEvent& event) = 0;
  virtual void flush() = 0;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of a request, from the call that made it to the one that completes it.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/mpi/exchange.hpp"
#include "revprof/mpi/handle_table.hpp"
#include "revprof/mpi/packet.hpp"

namespace revprof {

struct PartitionedTransfer;

struct Request {
  enum class Sort { send, receive, collective, transfer, partitioned_send, partitioned_receive };

  Sort sort = Sort::send;
  std::int64_t number = no_request;  // in the trace, from its start on
  Call call = Call::MPI_Isend;       // the call whose equation counts at completion
  Packet packet;                     // send, receive
  Clock clock;                       // send, transfer: when it is done; receive: when it was posted
  int communicator = 0;              // number in the trace
  int peer = -1;                     // of a send or transfer, or a root, in MPI_COMM_WORLD
  int tag = 0;                       // of a persistent send

  std::optional<int> asked;  // of a receive from anybody: which tag

  bool persistent = false, active = true;
  bool delivered = false;  // MPI_Request_get_status has shown its data already
  bool cancelled = false;  // MPI_Cancel was called; the status says whether it came in time

  Exchange exchange;               // collective: its clocks, under way beside the user's own data
  std::function<MPI_Comm()> made;  // by a constructor: the communicator, when it is complete

  PartitionedTransfer* partitioned = nullptr;  // partitioned: the rest, in a table of its own

  // MPI_Isendrecv: one request for a receive and the send beside it.
  bool sends_too = false;
  std::vector<char> sent;
  Clock sent_done;
  std::int64_t sent_number = no_request;

  // As new, but with the memory of its clocks kept.
  void reset() {
    packet = Packet();
    exchange.abandon();
    made = nullptr;
    partitioned = nullptr;
    peer = -1;
    asked.reset();
    persistent = delivered = cancelled = sends_too = false;
    active = true;
    sent = {};
  }
};

// Requests by MPI's handle. A handle is unique while its request lives: see unshare().
class Requests {
 public:
  Request* find(MPI_Request handle) const {
    return live_.empty() || handle == MPI_REQUEST_NULL ? nullptr : live_.find(handle);
  }
  void add(MPI_Request handle, std::unique_ptr<Request> request) {
    live_.insert(handle, request.release());
  }
  void remove(MPI_Request handle) { give_back(take(handle)); }
  // Out of the table; nullptr if it is not there.
  std::unique_ptr<Request> take(MPI_Request handle) {
    if (live_.empty() || handle == MPI_REQUEST_NULL) return nullptr;
    return std::unique_ptr<Request>(live_.erase(handle));
  }

  // A blank record, an old one where there is one.
  std::unique_ptr<Request> make();
  void give_back(std::unique_ptr<Request> request);

  // The next request's in the trace.
  std::int64_t next_number() { return begun_++; }

  // Takes over a request the user has freed while it was active: its data is still to be delivered.
  void orphan(MPI_Request handle);
  // Completes what it can of them; cheap when there are none.
  void progress(std::size_t stamp_bytes) {
    if (!orphans_.empty()) complete_orphans(stamp_bytes);
  }
  // Before PMPI_Finalize: what is still active goes on without us, so its buffers are never freed.
  void abandon(std::size_t stamp_bytes);

 private:
  struct Orphan {
    MPI_Request handle;
    std::unique_ptr<Request> request;
  };

  void complete_orphans(std::size_t stamp_bytes);

  HandleTable<MPI_Request, Request> live_;  // owns them
  std::vector<std::unique_ptr<Request>> spare_;
  std::vector<Orphan> orphans_;
  std::int64_t begun_ = 0;
};

// The next request begins, for the trace; returns its number.
std::int64_t begin_request(const Engine& engine, RequestEvent::What what);
// A collective's, booked as `root` and `bytes` say.
std::int64_t begin_collective_request(const Engine& engine, const Request& record, int root,
                                      std::int64_t bytes);
// One that was not a receive is complete, or any one was cancelled.
inline void end_request(const Engine& engine, std::int64_t number, RequestEvent::What what) {
  if (EventSink* const trace = engine.listener()) trace->request({number, engine.now()[0], what});
}

// An MPI library may hand out one and the same completed request for many operations (both hosts do
// so for small sends that leave at once). Which wait then belongs to which send could not be told,
// so such a handle is replaced by a completed request of its own.
void unshare(MPI_Request* handle);

}  // namespace revprof

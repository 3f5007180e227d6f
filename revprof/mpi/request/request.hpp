// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of a request, from the call that made it to the one that completes it.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/mpi/collective/exchange.hpp"
#include "revprof/mpi/message/packet.hpp"
#include "revprof/mpi/request/handle_table.hpp"
#include "revprof/mpi/wait/envelope.hpp"

namespace revprof {

struct PartitionedTransfer;

// What is remembered of a request by what it is; reset(): as new, but with the memory of its clocks
// kept.
namespace pending {

struct Send {
  Packet packet;
  std::int64_t bytes = 0;  // the user's, also where the packet has been let go
  Clock done;
  std::uint64_t context = 0;  // of a persistent one: its communicator
  int tag = 0;                // ... and tag
  // One that each start sends by MPI_Bsend: to whom, and where. The program's handle is another's;
  // the host's own, which is never started, keeps a communicator that the program has freed.
  struct Buffered {
    int peer = MPI_PROC_NULL;
    MPI_Comm where = MPI_COMM_NULL;
    MPI_Request keeps = MPI_REQUEST_NULL;
  };
  std::optional<Buffered> buffered;
  bool synchronous = false;                // MPI_Issend and its like
  bool needs_receiver = false;             // that, or too long to be copied on some lane's machine
  Horizon::Letter letter;                  // ... of which the horizon is asked
  std::optional<Horizon::Opening> posted;  // ... when its receive was (request/synchronous.hpp)
  std::vector<char> copy;  // what is sent, where it is not the user's or the packet's own

  void reset() {
    packet = Packet();
    synchronous = needs_receiver = false;
    if (buffered) PMPI_Request_free(&buffered->keeps);
    buffered.reset();
    letter = {};
    posted.reset();
    copy = {};
  }
};

struct Receive {
  // MPI_Isendrecv: one request for a receive and the send beside it.
  struct Beside {
    std::vector<char> wire;
    std::int64_t bytes = 0;
    int peer = -1;
    Clock done;
    std::int64_t number = no_request;
  };
  // Of anybody, and not posted at the host yet (request/held.hpp).
  struct Held {
    enum class Is { open, taken, here } is = Is::open;
    MPI_Request taking = MPI_REQUEST_NULL;  // from the sender that the clocks have named
    MPI_Status status{};
    int error = MPI_SUCCESS;
  };
  Packet packet;
  Clock posted;
  std::optional<int> asked;  // of anybody: which tag
  Envelope envelope;
  std::optional<Beside> beside;
  MPI_Comm where = MPI_COMM_NULL;  // of one that may be held back
  std::optional<Held> held;
  bool own_handle = false;  // its handle is a persistent receive of ours
  bool is_told = true;      // when it was posted (message/posting.hpp), as far as it will be

  void reset() {
    packet = Packet();
    asked.reset();
    envelope = {};
    beside.reset();
    held.reset();
    own_handle = false;
    where = MPI_COMM_NULL;
  }
};

struct Collective {
  Exchange exchange;  // its clocks, under way beside the user's own data
  Call call = Call::MPI_Barrier;
  std::function<MPI_Comm()> made;  // by a constructor: the communicator, when it is complete
  bool of_file = false;

  void reset() {
    exchange.abandon();
    made = nullptr;
    of_file = false;
  }
};

struct Transfer {  // one-sided
  Call call = Call::MPI_Rput;
  std::int64_t bytes = 0;
  Clock done;

  void reset() {}
};

struct Partitioned {
  PartitionedTransfer* transfer = nullptr;  // the rest, in a table of its own

  void reset() { transfer = nullptr; }
};

}  // namespace pending

struct Request {
  using Send = pending::Send;
  using Receive = pending::Receive;
  using Collective = pending::Collective;
  using Transfer = pending::Transfer;
  using Partitioned = pending::Partitioned;

  std::variant<Send, Receive, Collective, Transfer, Partitioned> what;
  std::int64_t number = no_request;  // in the trace, from its start on
  int communicator = 0;              // number in the trace
  int peer = -1;                     // of a send or transfer, or a root, in MPI_COMM_WORLD

  bool persistent = false, active = true;
  bool delivered = false;  // MPI_Request_get_status has shown its data already
  bool cancelled = false;  // MPI_Cancel was called; the status says whether it came in time
  // What a look at a receive has said when it was complete: MPICH 4.2 says it only once. Its
  // message counts as received from then on.
  std::optional<MPI_Status> seen;
  // A receive's message counts as received, but no call has ended the request: who waits for it
  // lacks nothing. The watching thread asks, too.
  std::atomic<bool> is_here{false};

  // nullptr: it is something else.
  template <class What>
  What* as() {
    return std::get_if<What>(&what);
  }
  template <class What>
  const What* as() const {
    return std::get_if<What>(&what);
  }
  Collective& collective() { return std::get<Collective>(what); }
  Exchange& exchange() { return collective().exchange; }

  // As new, but with the memory of its clocks kept.
  void reset() {
    std::visit([](auto& its) { its.reset(); }, what);
    peer = -1;
    persistent = delivered = cancelled = false;
    seen.reset();
    is_here.store(false, std::memory_order_relaxed);
    active = true;
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

  // How many for_each() visits.
  int size() const { return static_cast<int>(live_.size() + orphans_.size()); }
  // Of all that are not complete as far as the program has asked.
  template <class Visit>
  void for_each_live(Visit visit) const {
    live_.for_each([&](MPI_Request handle, Request& request) { visit(handle, request); });
  }
  // Of all that are not complete as far as the program has asked, those that it has freed as well.
  template <class Visit>
  void for_each(Visit visit) const {
    live_.for_each([&](MPI_Request, const Request& request) { visit(request); });
    for (const Orphan& orphan : orphans_) visit(*orphan.request);
  }

  // A blank record, an old one where there is one.
  template <class What>
  std::unique_ptr<Request> make() {
    auto& spare = std::get<Spare<What>>(spare_).records;
    if (!spare.empty()) {
      auto request = std::move(spare.back());
      spare.pop_back();
      return request;
    }
    auto request = std::make_unique<Request>();
    request->what.emplace<What>();
    return request;
  }
  void give_back(std::unique_ptr<Request> request);

  // The next request's in the trace.
  std::int64_t next_number() { return begun_++; }

  // Takes over a request the user has freed while it was active: its data is still to be delivered.
  void orphan(MPI_Request handle);
  // A send that is complete on the simulated clocks, and whose message is a copy of ours: MPI sends
  // it without the user, whose request is complete from now on. False: too many are under way so.
  bool let_go(MPI_Request* handle);
  // ... whose call is over; its bytes, where they are not the packet's own.
  void let_go(MPI_Request handle, Packet packet, std::vector<char> bytes);
  bool has_let_go() const { return let_go_.load(std::memory_order_relaxed) > 0; }
  // So many are under way so that their receivers are to be told of messages as the host has them;
  // or that another one would take too much memory.
  bool has_let_many_go() const { return let_go_.load(std::memory_order_relaxed) >= most_let_go; }
  bool has_let_most_go() const {
    return let_go_.load(std::memory_order_relaxed) >= 16 * most_let_go;
  }
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
    bool is_let_go = false;
  };

  template <class What>
  struct Spare {
    std::vector<std::unique_ptr<Request>> records;
  };

  void complete_orphans(std::size_t stamp_bytes);

  HandleTable<MPI_Request, Request> live_;  // owns them
  std::tuple<Spare<Request::Send>, Spare<Request::Receive>, Spare<Request::Collective>,
             Spare<Request::Transfer>, Spare<Request::Partitioned>>
      spare_;
  static constexpr int most_let_go = 64;

  std::vector<Orphan> orphans_;
  std::atomic<int> let_go_{0};  // of those, sends that were let go
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

// SPDX-License-Identifier: BSD-3-Clause
// The clocks of a collective travel beside it, on its own communicator and with the same direction
// of dependence, so that nobody waits for anybody whom the call itself would not wait for (DESIGN
// sections 4 and 5).
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/mpi/communicator.hpp"
#include "revprof/mpi/latest_places.hpp"

namespace revprof {

// The root of calls without one: no rank, and none of MPI's own negative ones.
constexpr int no_root = std::numeric_limits<int>::min();

// all_to_all: everybody's latest clock, and the sum of bytes where they are uneven; one_to_all: the
// root's clock and bytes; all_to_one: the latest clock at the root; scan: that of all lower ranks;
// neighbour: of the in-neighbours. On an intercommunicator these are the remote group's. The own
// clock always counts.
class Exchange {
 public:
  // Takes this process's clocks and its own d; root may be no_root.
  void prepare(const Engine& engine, Kind kind, bool uneven, int root, std::int64_t bytes,
               const Communicator& communicator);
  // Takes the clocks as they are now, for one more round of the same.
  void renew(const Engine& engine);
  // The part of a blocking call that others may do without this process is over when it comes.
  void arrive(Engine& engine, Call call);
  // Sends these clocks instead of the own ones, which are not later.
  void raise(const SimTime* clocks) {
    std::copy(clocks, clocks + lanes_ + (with_places_ ? 1 : 0), own_.begin());
  }
  void run(MPI_Comm handle) { communicate(handle, nullptr); }
  void start(MPI_Comm handle) { communicate(handle, &request_); }
  void wait() { PMPI_Wait(&request_, MPI_STATUS_IGNORE); }

  // After run() or wait(): the ready clock of the kind, as Engine::collective() takes it.
  const SimTime* ready();
  std::int64_t bytes() const { return bytes_; }
  int processes() const { return processes_; }
  Span span() const { return span_; }
  Role role() const { return role_; }

 private:
  struct Reduction {
    int count;
    MPI_Datatype type;
    MPI_Op op;
  };
  Reduction reduction() const;
  void communicate(MPI_Comm handle, MPI_Request* request);

  Kind kind_ = Kind::all_to_all;
  bool uneven_ = false;
  int root_ = no_root, lanes_ = 0, processes_ = 1, size_ = 1, in_degree_ = 0;
  std::int64_t own_bytes_ = 0, bytes_ = 0;
  Span span_;
  Role role_ = Role::other;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool with_places_ = false;     // a critical path is recorded
  bool spans_programs_ = false;  // not all processes are of this program
  PlacedClocks clocks_;          // with places
  std::vector<SimTime> own_;     // clocks, then bytes
  std::vector<SimTime> got_;     // the same from one source, or from every in-neighbour
};

// Frees what run() and start() keep for themselves; before PMPI_Finalize.
void free_exchange_op();

}  // namespace revprof

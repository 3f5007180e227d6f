// SPDX-License-Identifier: BSD-3-Clause
// What the library knows while MPI is in use: one object per process.
#pragma once

#include <mpi.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <map>
#include <memory>

#include "revprof/mpi/collective/mail.hpp"
#include "revprof/mpi/file/file.hpp"
#include "revprof/mpi/message/wildcard.hpp"
#include "revprof/mpi/request/generalised.hpp"
#include "revprof/mpi/request/held.hpp"
#include "revprof/mpi/request/partitioned.hpp"
#include "revprof/mpi/request/request.hpp"
#include "revprof/mpi/window/window.hpp"
#include "revprof/mpi/world/communicator.hpp"
#include "revprof/mpi/world/other_world.hpp"
#include "revprof/run/call_scope.hpp"
#include "revprof/run/run.hpp"

namespace revprof {

// A run, and what MPI adds to it.
struct Process : Run {
  MPI_Comm world = MPI_COMM_NULL;  // all processes, on a communicator of our own
  std::size_t stamp_bytes = 0;     // what a stamp adds to every message
  int most_tag = INT_MAX;          // that MPI takes
  std::shared_ptr<Mail> mail;      // between all processes
  Communicators communicators;
  Requests requests;
  GeneralisedRequests generalised;
  HeldReceives held;
  Windows windows;
  Files files;
  PartitionedTransfers partitioned;
  Probed probed;
  // The program was last told by the clocks that no message is there yet (request/withheld.hpp).
  std::atomic<bool> withholds{false};
  std::atomic<bool> sends_to_itself{false};  // it has done so
  // Messages that MPI_Mprobe has found, and no receive has taken yet, by their handles: on which
  // communicator (Communicator::number).
  std::map<std::uint64_t, int> matched;
  Greeting greeting;            // to processes of another MPI_COMM_WORLD
  bool has_started_up = false;  // the first collective of all processes was made
};

// The process's state; nullptr before MPI_Init or the first MPI_Session_init and after the last
// MPI_Finalize or MPI_Session_finalize, when every wrapper only passes its call on.
extern Process* active_process;

}  // namespace revprof

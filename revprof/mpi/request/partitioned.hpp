// SPDX-License-Identifier: BSD-3-Clause
// Partitioned communication (MPI-4.0 chapter 4). The user's bytes go as they are; the stamp travels
// beside them, in a partitioned transfer of its own with one partition. Both sides initialise it
// right after the user's, with the same tag, and MPI matches such transfers in order.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/mpi/request/handle_table.hpp"

namespace revprof {

// The message leaves when its last partition is ready, and is there for the receiver as any other.
// The same from one start to the next, but for the clocks.
struct PartitionedTransfer {
  bool sends = false;
  int peer = -1, communicator = 0, tag = 0;
  std::int64_t number = no_request;  // of its request, as in Request
  std::int64_t partition_bytes = 0;
  std::vector<bool> marked;  // send: ready; receive: the program has seen that it arrived
  int unmarked = 0;
  Clock clock;                // send: when it is done; receive: when it was posted
  std::uint64_t context = 0;  // of such messages, for the horizon; 0: it does not see them
  bool is_heard = false;      // receive: its stamp is here
  Stamp stamp;
  MPI_Request stamp_request = MPI_REQUEST_NULL;

  std::int64_t bytes() const { return partition_bytes * static_cast<std::int64_t>(marked.size()); }
  // Partitions low to high are ready, or have arrived; true: now all are.
  bool mark(int low, int high) {
    const int before = unmarked;
    for (int i = low; i <= high && i < static_cast<int>(marked.size()); ++i) {
      const auto partition = static_cast<std::size_t>(i);
      if (i < 0 || marked[partition]) continue;
      marked[partition] = true;
      --unmarked;
    }
    return before > 0 && unmarked == 0;
  }

  // Before MPI_Start: no receiver can have the user's bytes before it waits for the stamp.
  void start() {
    marked.assign(marked.size(), false);
    unmarked = static_cast<int>(marked.size());
    is_heard = false;
    PMPI_Start(&stamp_request);
  }
  void free_stamp() { PMPI_Request_free(&stamp_request); }
};

// The user's transfer is complete, and so the stamp is on its way: it was sent first.
void await_stamp(PartitionedTransfer& transfer);
// Whether a receive's message is here by now on the simulated clocks; unknown: the host has to say.
// `is_there`: the partition is, at the host.
enum class Here { no, yes, unknown };
Here by_now(const PartitionedTransfer& transfer, bool is_there);

// By MPI's handle, which is the same as long as the request lives. Apart from the other requests:
// threads mark partitions while another one waits.
class PartitionedTransfers {
 public:
  PartitionedTransfer* find(MPI_Request handle) const { return table_.find(handle); }
  PartitionedTransfer* add(MPI_Request handle, std::unique_ptr<PartitionedTransfer> transfer) {
    table_.insert(handle, transfer.get());
    return transfer.release();
  }
  void remove(MPI_Request handle) {
    const std::unique_ptr<PartitionedTransfer> transfer(table_.erase(handle));
    if (transfer != nullptr) transfer->free_stamp();
  }
  // It was freed while active: its stamp may be under way, so it stays where it is for good.
  void forget(MPI_Request handle) { table_.erase(handle); }

 private:
  HandleTable<MPI_Request, PartitionedTransfer> table_;  // owns them
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The calls of partitioned communication, where the host has them.
#include "revprof/mpi/request/partitioned.hpp"

#include <algorithm>
#include <utility>

#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/request_calls.hpp"

#ifdef REVPROF_DECLARES_MPI_Psend_init

namespace revprof::handle {

namespace {

// The two transfers one right after the other. `real()` initialises the user's,
// `stamp_init(record)` the stamp's.
template <class Real, class StampInit>
int initialise(bool sends, int partitions, MPI_Count count, MPI_Datatype datatype, int peer,
               int tag, MPI_Comm handle, MPI_Request* request, Real real, StampInit stamp_init) {
  Communicator* const communicator = message_communicator(handle, peer);
  if (communicator == nullptr || partitions <= 0) return real();
  const Guard guard(*active_process);  // no other thread's come between them
  const int error = real();
  if (error != MPI_SUCCESS) return error;
  auto transfer = std::make_unique<PartitionedTransfer>();
  transfer->sends = sends;
  transfer->peer = communicator->world_rank(peer);
  transfer->communicator = communicator->number;
  transfer->tag = tag;
  transfer->partition_bytes = bytes_of(count, datatype);
  transfer->marked.resize(static_cast<std::size_t>(partitions));
  stamp_init(*transfer);
  auto record = active_process->requests.make<Request::Partitioned>();
  record->peer = transfer->peer;
  record->communicator = transfer->communicator;
  record->persistent = true;
  record->active = false;
  record->as<Request::Partitioned>()->transfer =
      active_process->partitioned.add(*request, std::move(transfer));
  active_process->requests.add(*request, std::move(record));
  return error;
}

PartitionedTransfer* followed_transfer(MPI_Request request) {
  if (active_process == nullptr) return nullptr;
  const Guard guard(*active_process);
  return active_process->partitioned.find(request);
}

// Partitions of a send are ready. With the last one its stamp leaves, and the user's bytes follow.
template <class Mark, class Real>
int ready(Call call, MPI_Request request, int partitions, Mark mark, Real real) {
  PartitionedTransfer* const transfer = followed_transfer(request);
  if (transfer == nullptr) return real();
  CallScope scope(*active_process, call);
  {
    const Guard guard(*active_process);
    Engine& engine = *active_process->engine;
    const bool leaves = mark(*transfer);
    if (leaves) {
      engine.stamp(transfer->bytes(), transfer->peer, transfer->stamp);
      engine.leave(transfer->bytes(), transfer->peer, transfer->stamp, transfer->clock);
    }
    const std::int64_t bytes = transfer->partition_bytes * std::max(0, partitions);
    scope.book(bytes, transfer->peer, transfer->communicator, [&](Engine& charged) {
      charged.post(call, bytes, transfer->peer);
      if (!leaves) return;
      note_sent(charged, {transfer->peer, transfer->stamp.sent[0], transfer->bytes(), transfer->tag,
                          transfer->communicator, transfer->number});
    });
    if (leaves) PMPI_Pready(0, transfer->stamp_request);
  }
  return real();
}

}  // namespace

int psend_init(Call, PsendInit real, const void* buffer, int partitions, MPI_Count count,
               MPI_Datatype datatype, int dest, int tag, MPI_Comm handle, MPI_Info info,
               MPI_Request* request) {
  return initialise(
      true, partitions, count, datatype, dest, tag, handle, request,
      [&] { return real(buffer, partitions, count, datatype, dest, tag, handle, info, request); },
      [&](PartitionedTransfer& transfer) {
        PMPI_Psend_init(&transfer.stamp, 1, static_cast<MPI_Count>(active_process->stamp_bytes),
                        MPI_BYTE, dest, tag, handle, MPI_INFO_NULL, &transfer.stamp_request);
      });
}

int precv_init(Call, PrecvInit real, void* buffer, int partitions, MPI_Count count,
               MPI_Datatype datatype, int source, int tag, MPI_Comm handle, MPI_Info info,
               MPI_Request* request) {
  return initialise(
      false, partitions, count, datatype, source, tag, handle, request,
      [&] { return real(buffer, partitions, count, datatype, source, tag, handle, info, request); },
      [&](PartitionedTransfer& transfer) {
        PMPI_Precv_init(&transfer.stamp, 1, static_cast<MPI_Count>(active_process->stamp_bytes),
                        MPI_BYTE, source, tag, handle, MPI_INFO_NULL, &transfer.stamp_request);
      });
}

int pready(Call call, int (*real)(int, MPI_Request), int partition, MPI_Request request) {
  return ready(
      call, request, 1,
      [&](PartitionedTransfer& transfer) { return transfer.mark(partition, partition); },
      [&] { return real(partition, request); });
}

int pready_range(Call call, int (*real)(int, int, MPI_Request), int low, int high,
                 MPI_Request request) {
  return ready(
      call, request, high - low + 1,
      [&](PartitionedTransfer& transfer) { return transfer.mark(low, high); },
      [&] { return real(low, high, request); });
}

int pready_list(Call call, int (*real)(int, const int*, MPI_Request), int length,
                const int* partitions, MPI_Request request) {
  return ready(
      call, request, length,
      [&](PartitionedTransfer& transfer) {
        bool all = false;
        for (int i = 0; i < length; ++i) all |= transfer.mark(partitions[i], partitions[i]);
        return all;
      },
      [&] { return real(length, partitions, request); });
}

// A partition that has arrived costs the asking. The last one is the message's arrival: the sender
// has then marked all of its own, and the stamp is here or on its way.
int parrived(Call call, int (*real)(MPI_Request, int, int*), MPI_Request request, int partition,
             int* flag) {
  PartitionedTransfer* const transfer = followed_transfer(request);
  if (transfer == nullptr || flag == nullptr) return real(request, partition, flag);
  CallScope scope(*active_process, call, Asks::yes);
  const int error = real(request, partition, flag);
  if (error != MPI_SUCCESS) return error;
  tested(*flag != 0);
  if (*flag == 0) return error;
  const Guard guard(*active_process);
  const bool arrived = transfer->mark(partition, partition);
  if (arrived) transfer->await_stamp();
  scope.book(
      arrived ? transfer->bytes() : 0, transfer->peer, transfer->communicator, [&](Engine& engine) {
        if (!arrived) return engine.local(call, 0);
        engine.complete_receive(Call::MPI_Recv, transfer->bytes(), transfer->clock, transfer->stamp,
                                transfer->tag, transfer->communicator, transfer->number);
      });
  return error;
}

}  // namespace revprof::handle

#endif

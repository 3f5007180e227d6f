// SPDX-License-Identifier: BSD-3-Clause
// The calls of partitioned communication, where the host has them.
#include "revprof/mpi/request/partitioned.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/request_calls.hpp"

namespace revprof {

void await_stamp(PartitionedTransfer& transfer) {
  PMPI_Wait(&transfer.stamp_request, MPI_STATUS_IGNORE);
  if (transfer.sends || transfer.context == 0 || transfer.is_heard) return;
  transfer.is_heard = true;
  active_process->horizon.received(transfer.peer, transfer.stamp.sent[0]);
}

Here by_now(const PartitionedTransfer& transfer, bool is_there) {
  Process& process = *active_process;
  if (!process.decides() || transfer.context == 0) return Here::unknown;
  Horizon& horizon = process.horizon;
  const SimTime at =
      process.polls.ask(process.engine->now()[0], reinterpret_cast<Polls::Question>(&transfer));
  if (process.polls.is_known()) return process.polls.failed_again(), Here::no;
  Horizon::Patience patience(horizon);
  Here answer = Here::unknown;
  do {
    const std::uint64_t heard = horizon.heard();
    horizon.look();
    if (horizon.has_forgotten(transfer.peer)) break;
    Horizon::UnderWay message;
    const bool has_left = horizon.next(transfer.peer, {transfer.context, transfer.tag}, message);
    const SimTime sent = has_left ? message.sent : horizon.bound(transfer.peer);
    // The sender waits for this process, which goes on with what the host shows it.
    if (sent == Horizon::never && is_there) break;
    const SimTime arrival =
        sent == Horizon::never
            ? sent
            : process.engine->arrival(transfer.peer, has_left ? transfer.bytes() : 0, sent);
    const Polls::Promise own{has_left ? arrival : Horizon::never, heard};
    if (arrival > at) {
      process.polls.failed(arrival, own);
      answer = Here::no;
    } else if (has_left) {
      process.polls.succeeded();
      answer = Here::yes;
    } else {
      const Polls::Promise promise = process.polls.promise(own);
      horizon.ask(process.polls.until(), std::max(promise.due, process.polls.until()),
                  promise.heard);
    }
  } while (answer == Here::unknown && patience.lasts(horizon.gets_on_until(at)));
  horizon.set(Horizon::State::running);
  return answer;
}

}  // namespace revprof

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
  if (is_seen(tag, *communicator)) transfer->context = ~communicator->context;
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
      if (transfer->context != 0) {
        active_process->horizon.sent(transfer->peer, transfer->stamp.sent[0],
                                     {transfer->context, transfer->tag}, engine.now()[0]);
      }
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

// A message is there as a whole, and its partitions with it; asking for one more costs the asking.
// Where the host has to say which is there, the last one is the message's arrival: the sender has
// then marked all of its own, and the stamp is here or on its way.
int parrived(Call call, int (*real)(MPI_Request, int, int*), MPI_Request request, int partition,
             int* flag) {
  PartitionedTransfer* const transfer = followed_transfer(request);
  if (transfer == nullptr || flag == nullptr) return real(request, partition, flag);
  CallScope scope(*active_process, call, Asks::yes);
  const bool is_new = !transfer->sends && transfer->unmarked > 0;
  int error = real(request, partition, flag);
  const Here here = is_new ? by_now(*transfer, *flag != 0) : Here::unknown;
  if (error == MPI_SUCCESS && here == Here::no) *flag = 0;
  while (error == MPI_SUCCESS && here == Here::yes && *flag == 0) {
    sched_yield();
    error = real(request, partition, flag);
  }
  if (error != MPI_SUCCESS) return error;
  if (here == Here::unknown && is_new) tested(*flag != 0);
  if (*flag == 0) return error;
  const Guard guard(*active_process);
  const int last = static_cast<int>(transfer->marked.size()) - 1;
  const bool arrived =
      here == Here::yes ? transfer->mark(0, last) : transfer->mark(partition, partition);
  if (arrived) await_stamp(*transfer);
  scope.book(
      arrived ? transfer->bytes() : 0, transfer->peer, transfer->communicator, [&](Engine& engine) {
        if (!arrived) return engine.local(call, 0);
        const Engine::Received all = {transfer->bytes(), &transfer->clock,       &transfer->stamp,
                                      transfer->tag,     transfer->communicator, transfer->number};
        engine.complete_receives(&all, 1);
      });
  return error;
}

}  // namespace revprof::handle

#endif

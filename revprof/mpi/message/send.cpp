// SPDX-License-Identifier: BSD-3-Clause
// Sends of all modes, send-receive, and the buffer of buffered sends.
#include <utility>

#include "revprof/mpi/collective/failure.hpp"
#include "revprof/mpi/message/attached_buffer.hpp"
#include "revprof/mpi/message/message_calls.hpp"
#include "revprof/mpi/message/packed.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/synchronous.hpp"
#include "revprof/mpi/request/withheld.hpp"

namespace revprof::handle {

namespace {

// So much the transports of the hosts copy, but that to the process itself (request/withheld.cpp).
constexpr std::int64_t most_copied_to_others = 1024;

// Leaves at once on every host whose limits nobody has lowered; else the request stays.
int send_at_once(const Wire& wire, int peer, int tag, MPI_Comm handle, MPI_Request* request) {
  constexpr int looks = 100;
  const int error = PMPI_Isend(wire.buffer, wire.count, wire.datatype, peer, tag, handle, request);
  int done = 0;
  for (int i = 0; i < looks && done == 0 && error == MPI_SUCCESS; ++i) {
    PMPI_Test(request, &done, MPI_STATUS_IGNORE);
  }
  return error;
}

// Its receiver may wait for one of those that are held back.
int send_beside_held(const Wire& wire, int peer, int tag, MPI_Comm handle) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int error = send_at_once(wire, peer, tag, handle, &request);
  if (error != MPI_SUCCESS || request == MPI_REQUEST_NULL) return error;
  post_held();
  return PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

// What a call sends, or a copy of it.
struct Sent {
  Sent(const void* its_buffer, int its_count, MPI_Datatype its_datatype)
      : buffer(its_buffer), count(its_count), datatype(its_datatype) {}
  void copy(MPI_Comm handle) {
    bytes = packed(buffer, count, datatype, handle);
    buffer = bytes.data(), count = static_cast<int>(bytes.size()), datatype = MPI_BYTE;
  }

  const void* buffer;
  int count;
  MPI_Datatype datatype;
  std::vector<char> bytes;  // of the copy
};

// What follows it is not among others any more.
void send_synchronous(Engine& engine, const Packet& packet, int peer, const Clock& posted) {
  Clock left;
  engine.complete_synchronous(Call::MPI_Ssend, packet.bytes(), peer, packet.stamp(),
                              posted.empty() ? nullptr : posted.data());
  engine.leave(packet.bytes(), peer, packet.stamp(), left);
}

// Its receive was posted then; empty: it is copied.
void charge_send(Engine& engine, Call call, const Packet& packet, int peer,
                 const Horizon::Opening& posted) {
  if (posted.empty()) return engine.send(call, packet.bytes(), peer);
  engine.send_long(call, packet.bytes(), peer, packet.stamp(), posted.at.data(), posted.only_waits);
}

}  // namespace

int send(Call call, Send real, const void* buffer, int count, MPI_Datatype datatype, int peer,
         int tag, MPI_Comm handle) {
  Communicator* const communicator = message_communicator(handle, peer, buffer, count, datatype);
  if (communicator == nullptr) return real(buffer, count, datatype, peer, tag, handle);
  if (const auto* const full = without_room(call, count, datatype)) {
    return real(full->data(), static_cast<int>(full->size()), MPI_BYTE, peer, tag, handle);
  }
  CallScope scope(*active_process, call);
  const int world_peer = communicator->world_rank(peer);
  const bool is_copied =
      call == Call::MPI_Send && is_copied_beside_withheld(world_peer, count, datatype);
  Sent what(buffer, count, datatype);
  if (is_copied) what.copy(handle);
  Packet packet = stamped(what.buffer, what.count, what.datatype, world_peer, *communicator, tag);
  const bool synchronous = call == Call::MPI_Ssend;
  const bool needs_receiver =
      synchronous || (call == Call::MPI_Send && !is_copied && is_long(packet.bytes()));
  const SynchronousSend asked = {packet.stamp(), world_peer,
                                 letter_to(world_peer, communicator->context, needs_receiver),
                                 call};
  const Wire wire = packet.wire();
  const bool is_short = call == Call::MPI_Send && packet.bytes() <= most_copied_to_others;
  if (!is_short && !is_copied) post_held();
  MPI_Request under_way = MPI_REQUEST_NULL;
  int error = MPI_SUCCESS;
  if (is_copied) {
    error = send_at_once(wire, peer, tag, handle, &under_way);
  } else {
    const InWait<ReceiverWait> wait(call, packet.stamp(), world_peer, tag, communicator->number);
    error = active_process->held.any()
                ? send_beside_held(wire, peer, tag, handle)
                : real(wire.buffer, wire.count, wire.datatype, peer, tag, handle);
  }
  if (error == MPI_SUCCESS) {
    const Horizon::Opening posted = needs_receiver ? asked.wait() : Horizon::Opening();
    scope.book(packet.bytes(), world_peer, communicator->number, [&](Engine& engine) {
      if (synchronous) {
        send_synchronous(engine, packet, world_peer, posted.at);
      } else {
        charge_send(engine, call, packet, world_peer, posted);
      }
      note_sent(engine,
                {world_peer, packet.stamp().sent[0], packet.bytes(), tag, communicator->number});
    });
    if (under_way != MPI_REQUEST_NULL) {
      const Guard guard(*active_process);
      active_process->requests.let_go(under_way, std::move(packet), std::move(what.bytes));
    }
    progress();
  } else if (!took_part(error)) {
    note_refused(packet.stamp(), world_peer, tag);
  }
  return error;
}

int isend(Call call, Isend real, const void* buffer, int count, MPI_Datatype datatype, int peer,
          int tag, MPI_Comm handle, MPI_Request* request) {
  Communicator* const communicator = message_communicator(handle, peer, buffer, count, datatype);
  if (communicator == nullptr) return real(buffer, count, datatype, peer, tag, handle, request);
  if (const auto* const full = without_room(call, count, datatype)) {
    return real(full->data(), static_cast<int>(full->size()), MPI_BYTE, peer, tag, handle, request);
  }
  CallScope scope(*active_process, call);
  const int world_peer = communicator->world_rank(peer);
  const bool is_copied =
      call == Call::MPI_Isend && is_copied_beside_withheld(world_peer, count, datatype);
  Sent what(buffer, count, datatype);
  if (is_copied) what.copy(handle);
  Packet packet = stamped(what.buffer, what.count, what.datatype, world_peer, *communicator, tag);
  const bool synchronous = call == Call::MPI_Issend;
  const bool needs_receiver = synchronous || (call == Call::MPI_Isend && is_long(packet.bytes()));
  const Horizon::Letter letter = letter_to(world_peer, communicator->context, needs_receiver);
  const Wire wire = packet.wire();
  const int error = real(wire.buffer, wire.count, wire.datatype, peer, tag, handle, request);
  if (error != MPI_SUCCESS) {
    if (!took_part(error)) note_refused(packet.stamp(), world_peer, tag);
    return error;
  }
  unshare(request);
  const Guard guard(*active_process);
  auto record = active_process->requests.make<Request::Send>();
  auto& sent = *record->as<Request::Send>();
  record->peer = world_peer;
  record->communicator = communicator->number;
  scope.book(packet.bytes(), record->peer, communicator->number, [&](Engine& engine) {
    engine.post_send(call, packet.bytes(), record->peer, packet.stamp(), sent.done);
    record->number = active_process->requests.next_number();
    note_sent(engine, {world_peer, packet.stamp().sent[0], packet.bytes(), tag,
                       communicator->number, record->number});
  });
  sent.bytes = packet.bytes();
  sent.packet = std::move(packet);
  sent.copy = std::move(what.bytes);
  sent.tag = tag;
  sent.synchronous = synchronous;
  sent.needs_receiver = needs_receiver;
  sent.letter = letter;
  active_process->requests.add(*request, std::move(record));
  return error;
}

int sendrecv(Call call, decltype(&PMPI_Sendrecv) real, const void* sendbuf, int sendcount,
             MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm handle, MPI_Status* status) {
  // With nobody on one side it is the other half alone: pass that side on as it is.
  const bool sends = dest != MPI_PROC_NULL, receives = source != MPI_PROC_NULL;
  Communicator* const communicator = message_communicator(handle, sends ? dest : source);
  if (communicator == nullptr || !followable(sendbuf, sendcount, sendtype) ||
      !followable(recvbuf, recvcount, recvtype) || !takes(*communicator, source, recvtag)) {
    return real(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                recvtag, handle, status);
  }
  CallScope scope(*active_process, call);
  const int world_dest = communicator->world_rank(dest);
  Packet out = stamped(sendbuf, sends ? sendcount : 0, sends ? sendtype : MPI_BYTE, world_dest,
                       *communicator, sendtag);
  const bool needs_receiver = sends && is_long(out.bytes());
  const SynchronousSend asked = {out.stamp(), world_dest,
                                 letter_to(world_dest, communicator->context, needs_receiver),
                                 Call::MPI_Send};
  Packet in(recvbuf, receives ? recvcount : 0, receives ? recvtype : MPI_BYTE,
            active_process->stamp_bytes, Packet::Way::in);
  const Wire send_wire = out.wire(), receive_wire = in.wire();
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  BlockingPosting posting(receives ? Envelope(source, recvtag, *communicator) : Envelope(), !sends);
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, awaited(Envelope(source, recvtag, *communicator)));
    const InWait<ExchangeWait> wait(call, out.stamp(), sends ? world_dest : -1, sendtag,
                                    Envelope(source, recvtag, *communicator), receives);
    error = real(send_wire.buffer, send_wire.count, send_wire.datatype, dest, sendtag,
                 receive_wire.buffer, receive_wire.count, receive_wire.datatype, source, recvtag,
                 handle, seen);
  }
  const SendEvent sent = {world_dest, out.stamp().sent[0], out.bytes(), sendtag,
                          communicator->number};
  const SentBeside beside = {sent, needs_receiver ? &asked : nullptr};
  if (!receives) {
    if (error == MPI_SUCCESS) {
      const Horizon::Opening posted = needs_receiver ? asked.wait() : Horizon::Opening();
      scope.book(out.bytes(), world_dest, communicator->number, [&](Engine& engine) {
        charge_send(engine, Call::MPI_Send, out, world_dest, posted);
        note_sent(engine, sent);
      });
    }
    return error;
  }
  return receive_arrived(scope, error, sends ? call : Call::MPI_Recv, in, *seen, status,
                         communicator->number, asked_of_anybody(source, recvtag, *communicator),
                         posting, sends ? &beside : nullptr);
}

int sendrecv_replace(Call call, decltype(&PMPI_Sendrecv_replace) real, void* buffer, int count,
                     MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                     MPI_Comm handle, MPI_Status* status) {
  const bool sends = dest != MPI_PROC_NULL;
  Communicator* const communicator = message_communicator(handle, sends ? dest : source);
  if (communicator == nullptr || !followable(buffer, count, datatype)) {
    return real(buffer, count, datatype, dest, sendtag, source, recvtag, handle, status);
  }
  // What is sent must survive what is received: pack it away first.
  const std::vector<char> away = packed(buffer, sends ? count : 0, datatype, handle);
  if (is_countable(static_cast<std::int64_t>(away.size()))) {
    return sendrecv(call, PMPI_Sendrecv, away.data(), static_cast<int>(away.size()), MPI_BYTE, dest,
                    sendtag, buffer, count, datatype, source, recvtag, handle, status);
  }
  const BytesType whole(static_cast<std::int64_t>(away.size()));
  return sendrecv(call, PMPI_Sendrecv, away.data(), 1, whole, dest, sendtag, buffer, count,
                  datatype, source, recvtag, handle, status);
}

}  // namespace revprof::handle

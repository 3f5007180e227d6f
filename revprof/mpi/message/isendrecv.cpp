// SPDX-License-Identifier: BSD-3-Clause
// MPI_Isendrecv and MPI_Isendrecv_replace (MPI-4.0 section 3.10): one request for a receive and the
// send beside it. Its completion is that of both.
#include <cstring>
#include <utility>

#include "revprof/mpi/message/message_calls.hpp"
#include "revprof/mpi/message/packed.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/message/size.hpp"

#ifdef REVPROF_DECLARES_MPI_Isendrecv

namespace revprof::handle {

namespace {

// The send's side as it goes over the wire: stamp and packed payload. MPICH 4.0 takes one reference
// too many off a derived type that MPI_Isendrecv sends, so that no struct type will do.
struct Outgoing {
  Packet stamp;
  std::int64_t bytes = 0;
  std::vector<char> wire;
};

Outgoing pack(const void* buffer, int count, MPI_Datatype datatype, MPI_Comm handle, int peer,
              const Communicator& where, int tag) {
  Outgoing out;
  out.stamp = Packet(nullptr, 0, MPI_BYTE, active_process->stamp_bytes);
  out.bytes = bytes_of(count, datatype);
  out.wire = packed(buffer, count, datatype, handle, active_process->stamp_bytes);
  {
    const Guard guard(*active_process);
    active_process->engine->stamp(out.bytes, peer, out.stamp.stamp());
    note_kind(out.stamp.stamp(), where, tag);
    note_leaving(out.stamp.stamp(), peer, where.context, tag);
  }
  std::memcpy(out.wire.data(), &out.stamp.stamp(), active_process->stamp_bytes);
  return out;
}

}  // namespace

int isendrecv(Call call, Isendrecv real, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
              int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype,
              int source, int recvtag, MPI_Comm handle, MPI_Request* request) {
  const bool sends = dest != MPI_PROC_NULL, receives = source != MPI_PROC_NULL;
  Communicator* const communicator = message_communicator(handle, sends ? dest : source);
  if (communicator == nullptr || !followable(sendbuf, sendcount, sendtype) ||
      !followable(recvbuf, recvcount, recvtype) || !takes(*communicator, source, recvtag)) {
    return real(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                recvtag, handle, request);
  }
  CallScope scope(*active_process, call);
  const int peer = sends ? communicator->world_rank(dest) : -1;
  Outgoing out = pack(sendbuf, sends ? sendcount : 0, sends ? sendtype : MPI_BYTE, handle, peer,
                      *communicator, sendtag);
  Packet in(recvbuf, receives ? recvcount : 0, receives ? recvtype : MPI_BYTE,
            active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = in.wire();
  const auto bytes = static_cast<std::int64_t>(out.wire.size());
  const Envelope asked = receives ? Envelope(source, recvtag, *communicator) : Envelope();
  const bool is_told = tell_posting(asked);
#ifdef REVPROF_DECLARES_MPI_Isendrecv_c
  const int error = PMPI_Isendrecv_c(out.wire.data(), bytes, MPI_BYTE, dest, sendtag, wire.buffer,
                                     wire.count, wire.datatype, source, recvtag, handle, request);
#else
  const BytesType whole(bytes);
  const int error = PMPI_Isendrecv(out.wire.data(), 1, whole, dest, sendtag, wire.buffer,
                                   wire.count, wire.datatype, source, recvtag, handle, request);
#endif
  if (error != MPI_SUCCESS) return active_process->horizon.lose_order(), error;
  unshare(request);
  const Guard guard(*active_process);
  const auto post_send = [&](Engine& engine, Clock& done, std::int64_t& number) {
    number = active_process->requests.next_number();
    engine.post_send(call, out.bytes, peer, out.stamp.stamp(), done);
    note_sent(engine,
              {peer, out.stamp.stamp().sent[0], out.bytes, sendtag, communicator->number, number});
  };
  auto record = receives ? active_process->requests.make<Request::Receive>()
                         : active_process->requests.make<Request::Send>();
  record->peer = peer;
  record->communicator = communicator->number;
  if (auto* const send = record->as<Request::Send>()) {
    scope.book(out.bytes, peer, communicator->number,
               [&](Engine& engine) { post_send(engine, send->done, record->number); });
    send->packet = std::move(out.stamp);
    send->bytes = out.bytes;
    send->copy = std::move(out.wire);
    send->tag = sendtag;
  } else {
    auto& receive = *record->as<Request::Receive>();
    receive.asked = asked_of_anybody(source, recvtag, *communicator);
    receive.envelope = asked;
    note_told(receive, is_told);
    scope.book(out.bytes, peer, communicator->number, [&](Engine& engine) {
      record->number = begin_request(engine, RequestEvent::What::receive);
      if (!sends) return engine.post_receive(call, receive.posted);
      auto& beside = receive.beside.emplace();
      beside.bytes = out.bytes;
      beside.peer = peer;
      post_send(engine, beside.done, beside.number);
      receive.posted = engine.clock();
    });
    receive.packet = std::move(in);
    if (sends) receive.beside->wire = std::move(out.wire);
  }
  active_process->requests.add(*request, std::move(record));
  return error;
}

int isendrecv_replace(Call call, IsendrecvReplace real, void* buffer, int count,
                      MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                      MPI_Comm handle, MPI_Request* request) {
  const bool sends = dest != MPI_PROC_NULL;
  if (message_communicator(handle, sends ? dest : source) == nullptr ||
      !followable(buffer, count, datatype)) {
    return real(buffer, count, datatype, dest, sendtag, source, recvtag, handle, request);
  }
  // What is sent is packed away at once, so that what is received may overwrite it.
  return isendrecv(call, PMPI_Isendrecv, buffer, count, datatype, dest, sendtag, buffer, count,
                   datatype, source, recvtag, handle, request);
}

}  // namespace revprof::handle

#endif

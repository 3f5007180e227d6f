// SPDX-License-Identifier: BSD-3-Clause
// Receives, blocking and posted, of messages and of matched messages.
#include <cstdint>
#include <cstdio>
#include <utility>

#include "revprof/mpi/host/error_class.hpp"
#include "revprof/mpi/message/message_calls.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/handle_bits.hpp"
#include "revprof/mpi/request/synchronous.hpp"

namespace revprof {

void refuse_unstamped(const MPI_Status& status) {
  std::fprintf(
      stderr,
      "revprof: a message (source %d, tag %d) came without a stamp: its sender runs without "
      "librevprof, or has called PMPI_Send or its like; start all processes of the program with "
      "it, and call MPI by its MPI_ names\n",
      status.MPI_SOURCE, status.MPI_TAG);
  active_process->team->abort(2);
}

int receive_arrived(CallScope& scope, int error, Call call, Packet& packet, const MPI_Status& seen,
                    MPI_Status* status, int communicator, std::optional<int> asked,
                    BlockingPosting& posting, const SentBeside* sent) {
  posting.end(error, packet.stamp(), seen.MPI_TAG);
  if (error != MPI_SUCCESS) {
    const bool is_truncated = error_class(error) == MPI_ERR_TRUNCATE;
    if (!is_truncated || !packet.has_come()) return error;
    packet.deliver(packet.bytes());
    if (asked_for(status) != nullptr) take_stamp_off(*status, active_process->stamp_bytes);
    return error;
  }
  const int tag = seen.MPI_TAG;
  const std::int64_t bytes = deliver(packet, seen, asked_for(status));
  note_received(packet.stamp());
  note_taken(asked, communicator, packet.stamp(), tag);
  const SynchronousSend* const other = sent != nullptr ? sent->asked : nullptr;
  const Horizon::Opening posted = other != nullptr ? other->wait() : Horizon::Opening();
  scope.book(bytes, packet.stamp().source, communicator, [&](Engine& engine) {
    if (sent == nullptr) return engine.receive(call, bytes, packet.stamp(), tag, communicator);
    Instant copied;
    engine.send_beside(sent->event.bytes, sent->event.destination, copied);
    note_sent(engine, sent->event);
    engine.receive_beside(call, bytes, packet.stamp(), copied, tag, communicator);
    if (posted.empty()) return;
    engine.complete_long(other->stamp.bytes, other->peer, other->stamp, engine.clock(),
                         posted.at.data(), posted.only_waits);
  });
  progress();
  return error;
}

namespace handle {

int receive(Call call, Recv real, void* buffer, int count, MPI_Datatype datatype, int source,
            int tag, MPI_Comm handle, MPI_Status* status) {
  Communicator* const communicator = message_communicator(handle, source, buffer, count, datatype);
  if (communicator == nullptr || !takes(*communicator, source, tag)) {
    return real(buffer, count, datatype, source, tag, handle, status);
  }
  CallScope scope(*active_process, call);
  Packet packet(buffer, count, datatype, active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = packet.wire();
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const std::optional<int> asked = asked_of_anybody(source, tag, *communicator);
  const Envelope envelope(source, tag, *communicator);
  BlockingPosting posting(envelope, true);  // before others see that it waits
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, awaited(envelope));
    const InWait<MessageWait> wait(call, source, tag, *communicator);
    source = sender(source, tag, handle, *communicator);
    note_wildcard(source, *communicator);
    error = real(wire.buffer, wire.count, wire.datatype, source, tag, handle, seen);
  }
  return receive_arrived(scope, error, call, packet, *seen, status, communicator->number, asked,
                         posting);
}

namespace {

// On which communicator it came.
int take_matched(std::uint64_t message) {
  const Guard guard(*active_process);
  const auto found = active_process->matched.find(message);
  if (found == active_process->matched.end()) return unknown_communicator;
  const int communicator = found->second;
  active_process->matched.erase(found);
  return communicator;
}

Request& remember_receive(CallScope& scope, Call call, Packet packet, int communicator,
                          std::optional<int> asked, const Envelope& envelope, bool is_told,
                          MPI_Request handle) {
  const Guard guard(*active_process);
  auto record = active_process->requests.make<Request::Receive>();
  auto& receive = *record->as<Request::Receive>();
  record->communicator = communicator;
  receive.asked = asked;
  receive.envelope = envelope;
  note_told(receive, is_told);
  scope.book(0, -1, communicator, [&](Engine& engine) {
    record->number = begin_request(engine, RequestEvent::What::receive);
    engine.post_receive(call, receive.posted);
  });
  receive.packet = std::move(packet);
  Request& remembered = *record;
  active_process->requests.add(handle, std::move(record));
  return remembered;
}

}  // namespace

int ireceive(Call call, Irecv real, void* buffer, int count, MPI_Datatype datatype, int source,
             int tag, MPI_Comm handle, MPI_Request* request) {
  Communicator* const communicator = message_communicator(handle, source, buffer, count, datatype);
  if (communicator == nullptr || !takes(*communicator, source, tag)) {
    return real(buffer, count, datatype, source, tag, handle, request);
  }
  CallScope scope(*active_process, call);
  HeldReceives& held = active_process->held;
  const bool holds = HeldReceives::may_hold(source, tag, *communicator);
  if (holds) {
    real = PMPI_Recv_init;
  } else {
    held.post_before(Envelope(source, tag, *communicator));
  }
  Packet packet(buffer, count, datatype, active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = packet.wire();
  const Envelope envelope(source, tag, *communicator);
  const bool is_told = tell_posting(envelope);
  const int error = real(wire.buffer, wire.count, wire.datatype, source, tag, handle, request);
  if (error != MPI_SUCCESS) return active_process->horizon.lose_order(), error;
  Request& record =
      remember_receive(scope, call, std::move(packet), communicator->number,
                       asked_of_anybody(source, tag, *communicator), envelope, is_told, *request);
  if (holds) {
    record.as<Request::Receive>()->own_handle = true;
    record.as<Request::Receive>()->where = handle;
    held.add(record, *request);
  }
  return error;
}

int mreceive(Call call, decltype(&PMPI_Mrecv) real, void* buffer, int count, MPI_Datatype datatype,
             MPI_Message* message, MPI_Status* status) {
  if (active_process == nullptr || !followable(buffer, count, datatype) || message == nullptr ||
      *message == MPI_MESSAGE_NO_PROC || *message == MPI_MESSAGE_NULL) {
    return real(buffer, count, datatype, message, status);
  }
  CallScope scope(*active_process, call);
  Packet packet(buffer, count, datatype, active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = packet.wire();
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  BlockingPosting told_before;
  const int communicator = take_matched(bits_of(*message));  // others may get that handle then
  const int error = real(wire.buffer, wire.count, wire.datatype, message, seen);
  return receive_arrived(scope, error, call, packet, *seen, status, communicator, std::nullopt,
                         told_before);
}

int imreceive(Call call, decltype(&PMPI_Imrecv) real, void* buffer, int count,
              MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
  if (active_process == nullptr || !followable(buffer, count, datatype) || message == nullptr ||
      *message == MPI_MESSAGE_NO_PROC || *message == MPI_MESSAGE_NULL) {
    return real(buffer, count, datatype, message, request);
  }
  CallScope scope(*active_process, call);
  Packet packet(buffer, count, datatype, active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = packet.wire();
  const int communicator = take_matched(bits_of(*message));
  const int error = real(wire.buffer, wire.count, wire.datatype, message, request);
  if (error == MPI_SUCCESS) {
    remember_receive(scope, call, std::move(packet), communicator, std::nullopt, {}, true,
                     *request);
  }
  return error;
}

}  // namespace handle
}  // namespace revprof

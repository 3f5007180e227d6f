// SPDX-License-Identifier: BSD-3-Clause
// Persistent requests.
#include <algorithm>
#include <utility>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/request_calls.hpp"
#include "revprof/mpi/request/small_array.hpp"
#include "revprof/mpi/request/synchronous.hpp"

namespace revprof::handle {

namespace {

// A record that MPI_Start will start.
void remember_inactive(std::unique_ptr<Request> record, int peer, int communicator,
                       MPI_Request handle) {
  record->peer = peer;
  record->communicator = communicator;
  record->persistent = true;
  record->active = false;
  active_process->requests.add(handle, std::move(record));
}

// Before PMPI_Start: the message as it is now, with the clock as it is now. Returns its bytes.
struct Loading {
  const Request& record;

  std::int64_t operator()(Request::Send& send) const {
    Engine& engine = *active_process->engine;
    engine.stamp(send.packet.bytes(), record.peer, send.packet.stamp());
    note_leaving(send.packet.stamp(), record.peer, send.context, send.tag);
    if (send.needs_receiver) send.letter = letter_to(record.peer, send.context);
    send.posted.reset();
    engine.leave(send.packet.bytes(), record.peer, send.packet.stamp(), send.done);
    send.packet.load();
    return send.packet.bytes();
  }
  std::int64_t operator()(Request::Receive& receive) const {
    receive.packet.clear();
    note_told(receive, tell_posting(receive.envelope));
    return receive.packet.bytes();
  }
  std::int64_t operator()(Request::Collective& collective) const {
    collective.exchange.renew(*active_process->engine);
    return 0;
  }
  std::int64_t operator()(Request::Partitioned& partitioned) const {
    partitioned.transfer->start();
    return 0;
  }
  std::int64_t operator()(Request::Transfer&) const { return 0; }
};

bool is_receive(const Request& record) {
  const auto* const partitioned = record.as<Request::Partitioned>();
  return partitioned != nullptr ? !partitioned->transfer->sends
                                : record.as<Request::Receive>() != nullptr;
}

// After it: each send is charged for its start, all else like the nonblocking call that it amounts
// to.
struct Posting {
  Engine& engine;
  Request& record;

  void operator()(Request::Send& send) const {
    record.number = active_process->requests.next_number();
    engine.post(Call::MPI_Start, send.packet.bytes(), record.peer);
    note_sent(engine, {record.peer, send.packet.stamp().sent[0], send.packet.bytes(), send.tag,
                       record.communicator, record.number});
  }
  void operator()(Request::Receive& receive) const {
    record.number = begin_request(engine, RequestEvent::What::receive);
    engine.post_receive(Call::MPI_Irecv, receive.posted);
  }
  void operator()(Request::Collective& collective) const {
    Exchange& exchange = collective.exchange;
    exchange.begin();
    const std::int64_t bytes = exchange.bytes();
    record.number = begin_collective_request(engine, record, record.peer, bytes);
    if (!exchange.takes_part()) return;
    engine.start_collective(exchange.of(collective.call));
  }
  void operator()(Request::Partitioned& partitioned) const {
    PartitionedTransfer& transfer = *partitioned.transfer;
    if (transfer.sends) {
      record.number = transfer.number = active_process->requests.next_number();
      return;
    }
    record.number = transfer.number = begin_request(engine, RequestEvent::What::receive);
    engine.post_receive(Call::MPI_Irecv, transfer.clock);
  }
  void operator()(Request::Transfer&) const {}
};

void post(Engine& engine, Request& record) {
  record.active = true;
  record.delivered = record.cancelled = false;
  record.seen.reset();
  record.is_here.store(false, std::memory_order_relaxed);
  std::visit(Posting{engine, record}, record.what);
}

// Where the host would send an old message again: each start sends by itself, and the program has
// the handle of a send to nobody.
bool sends_by_itself(Call call) {
  return call == Call::MPI_Bsend_init && host().resends_old_buffered;
}

MPI_Request to_nobody() {
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Send_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, active_process->communicators.quiet(),
                 &request);
  return request;
}

}  // namespace

int send_init(Call call, Isend real, const void* buffer, int count, MPI_Datatype datatype, int peer,
              int tag, MPI_Comm handle, MPI_Request* request) {
  Communicator* const communicator = message_communicator(handle, peer, buffer, count, datatype);
  if (communicator == nullptr) return real(buffer, count, datatype, peer, tag, handle, request);
  const int world_peer = communicator->world_rank(peer);
  Packet packet = stamped(buffer, count, datatype, world_peer, *communicator, tag, false);
  const Wire wire = packet.wire();
  const int error = real(wire.buffer, wire.count, wire.datatype, peer, tag, handle, request);
  if (error == MPI_SUCCESS) {
    const Guard guard(*active_process);
    auto record = active_process->requests.make<Request::Send>();
    auto& send = *record->as<Request::Send>();
    if (sends_by_itself(call)) {
      send.buffered = {peer, handle, std::exchange(*request, to_nobody())};
    }
    send.bytes = packet.bytes();
    send.packet = std::move(packet);
    send.context = communicator->context;
    send.tag = tag;
    send.synchronous = call == Call::MPI_Ssend_init;
    send.needs_receiver =
        send.synchronous || (call == Call::MPI_Send_init && is_long(send.packet.bytes()));
    remember_inactive(std::move(record), world_peer, communicator->number, *request);
  }
  return error;
}

int receive_init(Call, Irecv real, void* buffer, int count, MPI_Datatype datatype, int source,
                 int tag, MPI_Comm handle, MPI_Request* request) {
  Communicator* const communicator = message_communicator(handle, source, buffer, count, datatype);
  if (communicator == nullptr) return real(buffer, count, datatype, source, tag, handle, request);
  Packet packet(buffer, count, datatype, active_process->stamp_bytes, Packet::Way::in);
  const Wire wire = packet.wire();
  const int error = real(wire.buffer, wire.count, wire.datatype, source, tag, handle, request);
  if (error == MPI_SUCCESS) {
    const Guard guard(*active_process);
    auto record = active_process->requests.make<Request::Receive>();
    auto& receive = *record->as<Request::Receive>();
    receive.packet = std::move(packet);
    receive.asked = asked_of_anybody(source, tag, *communicator);
    if (is_of_several(source, *communicator)) receive.where = handle;
    receive.envelope = Envelope(source, tag, *communicator);
    remember_inactive(std::move(record), -1, communicator->number, *request);
  }
  return error;
}

namespace {

// Open MPI gives a persistent request another handle when it is started again before the last
// message has left, as a buffered one may be; the old handle is then free for others. So records
// leave the table before the call and return under the handle that they have then.
class Start {
 public:
  Start(Call call, MPI_Request* requests, int count)
      : scope_(*active_process, call), requests_(requests), records_(std::max(0, count)) {
    const Guard guard(*active_process);
    for (int i = 0; i < records_.size(); ++i) {
      records_[i] = active_process->requests.take(requests[i]).release();
      if (records_[i] == nullptr) continue;
      bytes_ += std::visit(Loading{*records_[i]}, records_[i]->what);
      if (first_ == nullptr) first_ = records_[i];
    }
  }
  ~Start() {
    const Guard guard(*active_process);
    for (int i = 0; i < records_.size(); ++i) {
      if (records_[i] == nullptr) continue;
      active_process->requests.add(requests_[i], std::unique_ptr<Request>(records_[i]));
    }
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  // `real` starts all that are not held back, which is the last thing that may fail.
  template <class Real>
  int begin(Real real) {
    if (const int error = send_buffered()) return error;
    bool holds_any = false;
    for (int i = 0; i < records_.size(); ++i) holds_any |= waits(i);
    if (!holds_any) return real();
    for (int i = 0; i < records_.size(); ++i) {
      if (waits(i)) {
        active_process->held.add(*records_[i], requests_[i]);
      } else if (const int error = PMPI_Start(&requests_[i])) {
        return error;
      }
    }
    return MPI_SUCCESS;
  }

  void book() {
    if (first_ == nullptr) return;
    const int peer = records_.size() == 1 ? first_->peer : -1;
    // The order is MPI's; receives first, so that all of the sends belong to their exchange.
    scope_.book(bytes_, peer, first_->communicator, [&](Engine& engine) {
      for (const bool receives : {true, false}) {
        for (int i = 0; i < records_.size(); ++i) {
          if (records_[i] == nullptr || is_receive(*records_[i]) != receives) continue;
          post(engine, *records_[i]);
        }
      }
    });
  }

 private:
  int send_buffered() const {
    for (int i = 0; i < records_.size(); ++i) {
      const Request* const record = records_[i];
      const auto* const send = record == nullptr ? nullptr : record->as<Request::Send>();
      if (send == nullptr || !send->buffered) continue;
      const Wire wire = send->packet.wire();
      if (const int error = PMPI_Bsend(wire.buffer, wire.count, wire.datatype, send->buffered->peer,
                                       send->tag, send->buffered->where)) {
        return error;
      }
    }
    return MPI_SUCCESS;
  }

  // Request i is a receive that is held back. One that is not has those before it posted.
  bool waits(int i) const {
    const auto* const receive =
        records_[i] == nullptr ? nullptr : records_[i]->as<Request::Receive>();
    if (receive == nullptr) return false;
    const Envelope& envelope = receive->envelope;
    if (receive->where != MPI_COMM_NULL &&
        HeldReceives::may_hold(MPI_ANY_SOURCE, envelope.tag,
                               *active_process->communicators.find(receive->where))) {
      return true;
    }
    active_process->held.post_before(envelope);
    return false;
  }

  CallScope scope_;
  MPI_Request* requests_;
  SmallArray<Request*> records_;
  Request* first_ = nullptr;
  std::int64_t bytes_ = 0;
};

}  // namespace

int start(Call call, decltype(&PMPI_Start) real, MPI_Request* request) {
  if (active_process == nullptr || request == nullptr) return real(request);
  Start start(call, request, 1);
  const int error = start.begin([&] { return real(request); });
  if (error == MPI_SUCCESS) start.book();
  return error;
}

int startall(Call call, decltype(&PMPI_Startall) real, int count, MPI_Request* requests) {
  if (active_process == nullptr || requests == nullptr) return real(count, requests);
  Start start(call, requests, count);
  const int error = start.begin([&] { return real(count, requests); });
  if (error == MPI_SUCCESS) start.book();
  return error;
}

}  // namespace revprof::handle

// SPDX-License-Identifier: BSD-3-Clause
// How a request ends, by what it is.
#include "revprof/mpi/request/finished.hpp"

#include <algorithm>
#include <utility>

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/host/error_class.hpp"
#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/synchronous.hpp"

namespace revprof {

namespace {

bool was_cancelled(const Request& record, const MPI_Status& status) {
  int cancelled = 0;
  if (record.cancelled) PMPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

// What there is to do when a request is complete, but for the clocks: data and status, and what is
// known now only. Returns its bytes.
struct Taking {
  Request& record;
  MPI_Status& status;

  // What its status counts is undefined (MPI-3.1 section 3.7.3), but it is never the stamp.
  std::int64_t operator()(Request::Send&) const {
    if (host().counts_sends) take_stamp_off(status, active_process->stamp_bytes);
    return 0;
  }
  // The user's data, unless MPI_Request_get_status has delivered it already (the user may use the
  // buffer again since then).
  std::int64_t operator()(Request::Receive& receive) const {
    if (record.delivered) return take_stamp_off(status, active_process->stamp_bytes);
    if (!receive.held && !record.seen) note_here(record, status);
    const std::int64_t bytes = deliver(receive.packet, status, &status);
    if (!receive.held && receive.asked) count_wildcard();
    note_taken(receive.asked, record.communicator, receive.packet.stamp(), status.MPI_TAG);
    return bytes;
  }
  std::int64_t operator()(Request::Collective& collective) const {
    if (collective.made) {
      handle::note_made(std::exchange(collective.made, nullptr)(), collective.exchange);
    }
    return 0;
  }
  std::int64_t operator()(Request::Transfer&) const { return 0; }
  std::int64_t operator()(Request::Partitioned& partitioned) const {
    await_stamp(*partitioned.transfer);
    return partitioned.transfer->bytes();
  }
};

// The rule that it has.
struct Charging {
  Engine& engine;
  const Finished& finished;

  std::int64_t number() const { return finished.record->number; }
  void complete(std::int64_t request) const {
    end_request(engine, request, RequestEvent::What::complete);
  }

  void operator()(Request::Send& send) const {
    const bool is_known = send.posted && !send.posted->empty();
    const SimTime* const posted = is_known ? send.posted->at.data() : nullptr;
    const Packet& packet = send.packet;
    const int peer = finished.record->peer;
    if (send.synchronous) {
      engine.complete_synchronous(Call::MPI_Ssend, packet.bytes(), peer, packet.stamp(), posted);
    } else if (posted != nullptr) {
      engine.complete_long(packet.bytes(), peer, packet.stamp(), send.done, posted,
                           send.posted->only_waits);
    } else {
      engine.complete_posted(Call::MPI_Send, send.bytes, peer, send.done);
    }
    complete(number());
  }
  // Its message has been taken in (is_received).
  void operator()(Request::Receive& receive) const {
    if (!receive.beside) return;
    const auto& beside = *receive.beside;
    engine.complete_posted(Call::MPI_Send, beside.bytes, beside.peer, beside.done);
    complete(beside.number);
  }
  void operator()(Request::Collective& collective) const {
    Exchange& exchange = collective.exchange;
    if (exchange.takes_part()) {
      engine.complete_collective(exchange.of(collective.call), exchange.ready());
    }
    complete(number());
  }
  void operator()(Request::Transfer& transfer) const {
    engine.complete_posted(transfer.call, transfer.bytes, finished.record->peer, transfer.done);
    complete(number());
  }
  void operator()(Request::Partitioned& partitioned) const {
    const PartitionedTransfer& transfer = *partitioned.transfer;
    if (transfer.sends) {
      engine.complete_posted(Call::MPI_Send, transfer.bytes(), transfer.peer, transfer.clock);
      return complete(number());
    }
    if (transfer.unmarked == 0) engine.local(Call::MPI_Wait, 0);  // by MPI_Parrived
  }
};

// Whether it takes in a message that no other call has; which one.
bool is_received(const Finished& finished, Engine::Received& received) {
  Request& record = *finished.record;
  if (finished.cancelled || record.delivered) return false;
  received = {finished.bytes, nullptr, nullptr, finished.tag, record.communicator, record.number};
  if (auto* const receive = record.as<Request::Receive>()) {
    received.posted = &receive->posted, received.message = &receive->packet.stamp();
    return true;
  }
  const auto* const partitioned = record.as<Request::Partitioned>();
  if (partitioned == nullptr) return false;
  const PartitionedTransfer& transfer = *partitioned->transfer;
  if (transfer.sends || transfer.unmarked == 0) return false;
  received.posted = &transfer.clock, received.message = &transfer.stamp;
  received.tag = transfer.tag, received.communicator = transfer.communicator;
  return true;
}

}  // namespace

int Finished::peer() const {
  auto* const receive = record->as<Request::Receive>();
  return receive != nullptr && !cancelled ? receive->packet.stamp().source : record->peer;
}

bool take(const Claim& claim, int index, MPI_Status& status, Finished& finished) {
  Request* const record = claim.record(index);
  if (record == nullptr || !record->active) return false;
  if (record->seen && status.MPI_SOURCE == MPI_ANY_SOURCE) {
    const int error = status.MPI_ERROR;
    status = *record->seen;
    status.MPI_ERROR = error;
  }
  finished = {index, record, 0, status.MPI_TAG, false};
  const auto* const receive = record->as<Request::Receive>();
  finished.cancelled = receive != nullptr && was_cancelled(*record, status);
  // As it has asked: MPICH's status of an MPI_Isendrecv has another one.
  if (receive != nullptr && receive->envelope.tag != MPI_ANY_TAG) {
    finished.tag = receive->envelope.tag;
  }
  if (!finished.cancelled) finished.bytes = std::visit(Taking{*record, status}, record->what);
  return true;
}

void charge(Engine& engine, const Finished* finished, int count) {
  SmallArray<Engine::Received> received(count);
  int receives = 0;
  for (int i = 0; i < count; ++i) {
    if (is_received(finished[i], received[receives])) ++receives;
  }
  if (receives > 0) engine.complete_receives(received.begin(), static_cast<std::size_t>(receives));
  for (int i = 0; i < count; ++i) {
    const Finished& each = finished[i];
    Request& record = *each.record;
    if (each.cancelled) {
      end_request(engine, record.number, RequestEvent::What::cancelled);
    } else if (record.delivered) {
      engine.local(Call::MPI_Wait, 0);  // its clock has counted already
    } else {
      std::visit(Charging{engine, each}, record.what);
    }
  }
}

void retire(Claim& claim, const Finished& finished) {
  active_process->held.end(*finished.record);
  if (finished.record->persistent) {
    finished.record->active = false;
  } else {
    claim.end(finished.index);
  }
}

void give_up(Claim& claim, int index, MPI_Request after, int error, MPI_Status& status) {
  const Guard guard(*active_process);
  Request* const record = claim.record(index);
  if (record == nullptr) return;
  auto* const receive = record->as<Request::Receive>();
  if (receive != nullptr && receive->packet.has_come()) {
    receive->packet.deliver(receive->packet.bytes());
    const bool is_truncated = error_class(error) == MPI_ERR_TRUNCATE;
    if (is_truncated) take_stamp_off(status, active_process->stamp_bytes);
  }
  active_process->held.end(*record);
  if (auto* const collective = record->as<Request::Collective>()) collective->exchange.drop();
  if (record->persistent) {
    record->active = false;
  } else if (after == MPI_REQUEST_NULL || (receive != nullptr && receive->own_handle)) {
    claim.end(index);
  }
}

void await_clocks(const Claim& claim, int index) {
  Request* const record = claim.record(index);
  if (record == nullptr || !record->active) return;
  if (auto* const collective = record->as<Request::Collective>()) collective->exchange.end();
  auto* const send = record->as<Request::Send>();
  if (send != nullptr && send->needs_receiver && !send->posted) {
    send->posted = synchronous(*record).wait();
  }
}

bool asks_others(const Claim& claim, int index) {
  const Request* const record = claim.record(index);
  const auto* const send = record == nullptr ? nullptr : record->as<Request::Send>();
  return send != nullptr && send->needs_receiver;
}

void finish_one(CallScope& scope, Claim& claim, int index, MPI_Status& status) {
  await_clocks(claim, index);
  const Guard guard(*active_process);
  Finished finished;
  if (!take(claim, index, status, finished)) return;
  scope.book(finished.bytes, finished.peer(), finished.record->communicator,
             [&](Engine& engine) { charge(engine, &finished, 1); });
  retire(claim, finished);
  active_process->requests.progress(active_process->stamp_bytes);
}

void tested(bool succeeded) {
  const Guard guard(*active_process);
  active_process->choices.tested(active_process->engine->now()[0], succeeded);
}

void chosen_among(int requests) {
  const Guard guard(*active_process);
  if (requests > 1) active_process->choices.note(&ChoiceCounts::completions);
}

}  // namespace revprof

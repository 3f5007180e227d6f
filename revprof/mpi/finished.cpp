// SPDX-License-Identifier: BSD-3-Clause
// How a request ends, by what it is.
#include "revprof/mpi/finished.hpp"

#include <algorithm>
#include <utility>

#include "revprof/mpi/handlers.hpp"
#include "revprof/mpi/host.hpp"
#include "revprof/mpi/point_to_point.hpp"

namespace revprof {

Claim::Claim(const MPI_Request* handles, int count)
    : handles_(std::max(0, count)),
      records_(active_process->threaded ? handles_.size() : 0),
      taken_(active_process->threaded) {
  std::copy_n(handles, handles_.size(), handles_.begin());
  if (taken_) take();
}

void Claim::take() {
  const Guard guard(*active_process);
  for (int i = 0; i < size(); ++i) {
    records_[i] = active_process->requests.take(handles_[i]).release();
  }
}

void Claim::give_back() {
  if (!taken_) return;
  const Guard guard(*active_process);
  for (int i = 0; i < size(); ++i) {
    if (records_[i] == nullptr) continue;
    active_process->requests.add(handles_[i], std::unique_ptr<Request>(records_[i]));
  }
}

void Claim::end(int i) {
  if (!taken_) return active_process->requests.remove(handles_[i]);
  active_process->requests.give_back(std::unique_ptr<Request>(records_[i]));
  records_[i] = nullptr;
}

namespace {

bool was_cancelled(const Request& record, const MPI_Status& status) {
  int cancelled = 0;
  if (record.cancelled) PMPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

// The user's data, unless MPI_Request_get_status has delivered it already (the user may use the
// buffer again since then), and the status.
std::int64_t arrive(Request& record, MPI_Status& status) {
  if (record.delivered) return take_stamp_off(status, active_process->stamp_bytes);
  const std::int64_t bytes = deliver(record.packet, status, &status);
  note_taken(record.asked, record.communicator, record.packet.stamp(), status.MPI_TAG);
  return bytes;
}

}  // namespace

int Finished::peer() const {
  const bool received = record->sort == Request::Sort::receive && !cancelled;
  return received ? record->packet.stamp().source : record->peer;
}

bool take(const Claim& claim, int index, MPI_Status& status, Finished& finished) {
  Request* const record = claim.record(index);
  if (record == nullptr || !record->active) return false;
  finished = {index, record, 0, status.MPI_TAG, false};
  if (record->made) handle::note_made(std::exchange(record->made, nullptr)(), record->exchange);
  if (record->partitioned != nullptr) {
    record->partitioned->await_stamp();
    finished.bytes = record->partitioned->bytes();
  }
  if (record->sort == Request::Sort::receive) {
    finished.cancelled = was_cancelled(*record, status);
    if (!finished.cancelled) finished.bytes = arrive(*record, status);
  }
  return true;
}

void charge(Engine& engine, const Finished& finished) {
  Request& record = *finished.record;
  if (finished.cancelled) {
    return end_request(engine, record.number, RequestEvent::What::cancelled);
  }
  if (record.delivered) return engine.local(Call::MPI_Wait, 0);  // its clock has counted already
  switch (record.sort) {
    case Request::Sort::send:
    case Request::Sort::transfer:
      engine.complete_send(record.clock);
      end_request(engine, record.number, RequestEvent::What::complete);
      break;
    case Request::Sort::receive:
      if (record.sends_too) {
        engine.complete_send(record.sent_done);
        end_request(engine, record.sent_number, RequestEvent::What::complete);
      }
      engine.complete_receive(record.call, finished.bytes, record.clock, record.packet.stamp(),
                              finished.tag, record.communicator, record.number);
      break;
    case Request::Sort::partitioned_send:
      engine.complete_send(record.partitioned->clock);
      end_request(engine, record.number, RequestEvent::What::complete);
      break;
    case Request::Sort::partitioned_receive: {
      const PartitionedTransfer& transfer = *record.partitioned;
      if (transfer.unmarked == 0) return engine.local(Call::MPI_Wait, 0);  // by MPI_Parrived
      engine.complete_receive(record.call, finished.bytes, transfer.clock, transfer.stamp,
                              transfer.tag, transfer.communicator, record.number);
      break;
    }
    case Request::Sort::collective: {
      const SimTime* const ready = record.exchange.ready();
      engine.complete_collective(record.call, record.exchange.processes(), record.exchange.bytes(),
                                 record.exchange.span(), ready);
      end_request(engine, record.number, RequestEvent::What::complete);
    }
  }
}

Horizon::State waiting_for(const Claim& claim, Completes completes) {
  if (!active_process->horizon.is_open()) return Horizon::State::running;
  int receives = 0, others = 0;
  for (int i = 0; i < claim.size(); ++i) {
    if (claim.handle(i) == MPI_REQUEST_NULL) continue;
    const Request* const record = claim.record(i);
    const bool receive = record != nullptr && record->sort == Request::Sort::receive;
    ++(receive ? receives : others);
  }
  const bool waits = receives > 0 && (others == 0 || completes == Completes::all);
  return waits ? Horizon::State::waits_for_message : Horizon::State::running;
}

void retire(Claim& claim, const Finished& finished) {
  if (finished.record->persistent) {
    finished.record->active = false;
  } else {
    claim.end(finished.index);
  }
}

void give_up(Claim& claim, int index, MPI_Request after) {
  const Guard guard(*active_process);
  Request* const record = claim.record(index);
  if (record == nullptr) return;
  if (record->sort == Request::Sort::receive && host().delivers_truncated) {
    record->packet.deliver(record->packet.bytes());
  }
  if (record->sort == Request::Sort::collective) record->exchange.drop();
  if (record->persistent) {
    record->active = false;
  } else if (after == MPI_REQUEST_NULL) {
    claim.end(index);
  }
}

void await_clocks(const Claim& claim, int index) {
  Request* const record = claim.record(index);
  if (record != nullptr && record->active && record->sort == Request::Sort::collective) {
    record->exchange.end();
  }
}

void finish_one(CallScope& scope, Claim& claim, int index, MPI_Status& status) {
  await_clocks(claim, index);
  const Guard guard(*active_process);
  Finished finished;
  if (!take(claim, index, status, finished)) return;
  scope.book(finished.bytes, finished.peer(), finished.record->communicator,
             [&](Engine& engine) { charge(engine, finished); });
  retire(claim, finished);
  active_process->requests.progress(active_process->stamp_bytes);
}

void tested(bool succeeded) {
  const Guard guard(*active_process);
  active_process->choices.tested(active_process->engine->now()[0], succeeded);
}

void chosen_among(int requests) {
  const Guard guard(*active_process);
  if (requests > 1) ++active_process->choices.completions;
}

}  // namespace revprof

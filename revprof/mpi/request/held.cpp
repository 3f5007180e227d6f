// SPDX-License-Identifier: BSD-3-Clause
// A receive that is held back is open, then taken by a receive from the sender that the clocks have
// named, then here.
#include "revprof/mpi/request/held.hpp"

#include <algorithm>
#include <vector>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/mpi/request/finished.hpp"

namespace revprof {

namespace {

using Held = Request::Receive::Held;

Request::Receive* receive_of(Request* record) {
  return record == nullptr ? nullptr : record->as<Request::Receive>();
}

Held* held_of(Request* record) {
  Request::Receive* const receive = receive_of(record);
  return receive != nullptr && receive->held ? &*receive->held : nullptr;
}

const Envelope& envelope_of(const Request& record) {
  return record.as<Request::Receive>()->envelope;
}

// As MPI does: the error belongs to calls that complete several requests.
void copy(const MPI_Status& from, MPI_Status& to) {
  const int error = to.MPI_ERROR;
  to = from;
  to.MPI_ERROR = error;
}

// Its message is here: it counts as received from now on, so that the next one that is held back
// does not take its sender's next message for this one.
void arrive(Request& record, int error) {
  Request::Receive& receive = *record.as<Request::Receive>();
  Held& held = *receive.held;
  record.is_here.store(true, std::memory_order_release);
  held.is = Held::Is::here;
  held.error = error;
  if (error != MPI_SUCCESS) return active_process->horizon.lose_order();
  const Stamp& stamp = receive.packet.stamp();
  if (stamp.mark != Stamp::mark_value) refuse_unstamped(held.status);
  tell_posted(receive, held.status.MPI_TAG);
  note_received(stamp);
  active_process->horizon.count_news(stamp.source);
}

}  // namespace

bool HeldReceives::may_hold(int source, int tag, const Communicator& communicator) {
  return is_of_several(source, communicator) && active_process->decides() &&
         !active_process->threaded && active_process->held.held_ < most_held &&
         is_seen(tag, communicator);
}

void HeldReceives::add(Request& record, MPI_Request handle) {
  record.as<Request::Receive>()->held.emplace();
  open_.push_back({&record, handle});
  ++held_;
}

void HeldReceives::end(Request& record) {
  if (held_of(&record) == nullptr) return;
  record.as<Request::Receive>()->held.reset();
  --held_;
  const auto is_it = [&](const Open& open) { return open.record == &record; };
  open_.erase(std::remove_if(open_.begin(), open_.end(), is_it), open_.end());
}

template <class Which>
void HeldReceives::post(Which which) {
  for (Open& open : std::vector<Open>(open_)) {
    if (held_of(open.record)->is != Held::Is::open || !which(*receive_of(open.record))) continue;
    end(*open.record);
    tell_given_to_host(*open.record);
    has_posted_ = true;
    PMPI_Start(&open.handle);
  }
}

void HeldReceives::post() {
  post([](const Request::Receive&) { return true; });
}

void HeldReceives::post_before(const Envelope& asked) {
  const auto meets = [&](const Open& open) { return envelope_of(*open.record).meets(asked); };
  if (std::any_of(open_.begin(), open_.end(), meets)) post();
}

bool HeldReceives::has_beside(const Claim& claim, Asks asks) const {
  const auto is_asked_for = [&](const Open& open) {
    for (int i = 0; i < claim.size(); ++i) {
      if (claim.record(i) == open.record) return true;
    }
    return false;
  };
  return std::any_of(open_.begin(), open_.end(), [&](const Open& open) {
    if (held_of(open.record)->is == Held::Is::here || is_asked_for(open)) return false;
    const Envelope& own = envelope_of(*open.record);
    const auto comes_later = [&](const Open& other) {
      return &other > &open && is_asked_for(other) && own.meets(envelope_of(*other.record));
    };
    // Whatever comes for this one goes to an earlier one that is waited for.
    const auto takes_its_message = [&](const Open& other) {
      return &other < &open && is_asked_for(other) &&
             envelope_of(*other.record).takes(own.context, own.tag);
    };
    return (asks == Asks::no && std::none_of(open_.begin(), open_.end(), takes_its_message)) ||
           std::any_of(open_.begin(), open_.end(), comes_later);
  });
}

std::vector<MPI_Request> HeldReceives::open_of(const Claim& claim) const {
  std::vector<MPI_Request> handles;
  for (const Open& open : open_) {
    for (int i = 0; i < claim.size(); ++i) {
      if (claim.record(i) == open.record) handles.push_back(open.handle);
    }
  }
  return handles;
}

void HeldReceives::leave(MPI_Comm communicator) {
  post([&](const Request::Receive& receive) { return receive.where == communicator; });
  active_process->requests.for_each_live([&](MPI_Request, Request& request) {
    Request::Receive* const receive = receive_of(&request);
    if (receive != nullptr && receive->where == communicator) receive->where = MPI_COMM_NULL;
  });
}

bool HeldReceives::is_behind(const Request& record) const {
  const Envelope& own = envelope_of(record);
  for (const Open& open : open_) {
    if (open.record == &record) return false;
    if (held_of(open.record)->is != Held::Is::here && envelope_of(*open.record).meets(own)) {
      return true;
    }
  }
  return false;
}

bool HeldReceives::take_from(Request& record, int process) {
  auto& receive = *record.as<Request::Receive>();
  Held& held = *receive.held;
  if (held.is == Held::Is::open) {
    const int tag = receive.envelope.tag;
    const auto& ranks = active_process->communicators.find(receive.where)->world_ranks;
    const auto source =
        static_cast<int>(std::find(ranks.begin(), ranks.end(), process) - ranks.begin());
    int there = 0;
    PMPI_Iprobe(source, tag, receive.where, &there, MPI_STATUS_IGNORE);
    if (there == 0) return false;
    const Wire wire = receive.packet.wire();
    const int refused = PMPI_Irecv(wire.buffer, wire.count, wire.datatype, source, tag,
                                   receive.where, &held.taking);
    if (refused != MPI_SUCCESS) return arrive(record, refused), true;
    held.is = Held::Is::taken;
  }
  int done = 0;
  const int error = PMPI_Test(&held.taking, &done, &held.status);
  if (error != MPI_SUCCESS || done != 0) arrive(record, error);
  return true;
}

bool HeldReceives::has_message_of(const std::vector<int>& processes) const {
  return std::any_of(open_.begin(), open_.end(), [&](const Open& open) {
    const Request::Receive& receive = *receive_of(open.record);
    if (receive.held->is != Held::Is::open) return false;  // its communicator may be freed
    int there = 0;
    MPI_Status status;
    PMPI_Iprobe(MPI_ANY_SOURCE, receive.envelope.tag, receive.where, &there, &status);
    if (there == 0) return false;
    const auto source = static_cast<std::size_t>(status.MPI_SOURCE);
    const int sender = active_process->communicators.find(receive.where)->world_ranks[source];
    return std::find(processes.begin(), processes.end(), sender) != processes.end();
  });
}

bool HeldReceives::is_any_there(const Request& record) {
  const auto& receive = *record.as<Request::Receive>();
  int there = 0;
  PMPI_Iprobe(MPI_ANY_SOURCE, receive.envelope.tag, receive.where, &there, MPI_STATUS_IGNORE);
  return there != 0;
}

void post_held() {
  if (active_process != nullptr && active_process->held.any()) active_process->held.post();
}

void post_held_beside(const Claim& claim, Asks asks) {
  HeldReceives& held = active_process->held;
  if (held.any() && held.has_beside(claim, asks)) held.post();
}

bool is_held(const Claim& claim, int i) {
  return active_process->held.any() && held_of(claim.record(i)) != nullptr;
}

void settle_held(const Claim& claim) {
  if (!active_process->held.any()) return;
  active_process->held.post();
  for (int i = 0; i < claim.size(); ++i) {
    Held* const held = held_of(claim.record(i));
    if (held == nullptr || held->is != Held::Is::taken) continue;
    arrive(*claim.record(i), PMPI_Wait(&held->taking, &held->status));
  }
}

bool free_held(Request& record, MPI_Request* handle) {
  post_held();
  Held* const held = held_of(&record);
  if (held == nullptr) return false;
  Request::Receive& receive = *receive_of(&record);
  if (held->is == Held::Is::taken) arrive(record, PMPI_Wait(&held->taking, &held->status));
  if (held->error == MPI_SUCCESS) receive.packet.deliver(receive.packet.stamp().bytes);
  active_process->held.end(record);
  active_process->requests.remove(*handle);
  PMPI_Request_free(handle);
  return true;
}

void await_held(const Claim& claim) {
  for (const MPI_Request handle : active_process->held.open_of(claim)) {
    Claim one(&handle, 1);
    if (is_held(one, 0)) due_first(one, Due::Wanted::first);  // else the host has it by now
  }
}

int held_here(const Claim& claim) {
  if (!active_process->held.any()) return -1;
  for (int i = 0; i < claim.size(); ++i) {
    const Held* const held = held_of(claim.record(i));
    if (held != nullptr && held->is == Held::Is::here) return i;
  }
  return -1;
}

int end_request_of(const Claim& claim, int i, MPI_Request* handle, MPI_Status* status) {
  if (!is_held(claim, i)) return PMPI_Wait(handle, status);
  const Held* const held = held_of(claim.record(i));
  copy(held->status, *status);
  return held->error;
}

int add_statuses_of_held(const Claim& claim, int error, MPI_Status* statuses) {
  if (!active_process->held.any()) return error;
  for (int i = 0; i < claim.size(); ++i) {
    const Held* const held = held_of(claim.record(i));
    if (held == nullptr) continue;
    copy(held->status, statuses[i]);
    if (held->error == MPI_SUCCESS) continue;
    // The others' say so only where one of them has failed.
    for (int j = 0; j < claim.size() && error == MPI_SUCCESS; ++j) {
      statuses[j].MPI_ERROR = MPI_SUCCESS;
    }
    statuses[i].MPI_ERROR = held->error;
    error = MPI_ERR_IN_STATUS;
  }
  return error;
}

int error_of_posted(const Claim& claim, const MPI_Status* statuses) {
  if (!host().hides_persistent_errors || !active_process->held.has_posted()) return MPI_SUCCESS;
  for (int i = 0; i < claim.size(); ++i) {
    const Request::Receive* const receive = receive_of(claim.record(i));
    if (receive == nullptr || !receive->own_handle || receive->held) continue;
    const int error = statuses[i].MPI_ERROR;
    if (error == MPI_SUCCESS) continue;
    const bool is_freed = receive->where == MPI_COMM_NULL;
    PMPI_Comm_call_errhandler(is_freed ? MPI_COMM_WORLD : receive->where, error);
    return MPI_ERR_IN_STATUS;
  }
  return MPI_SUCCESS;
}

}  // namespace revprof

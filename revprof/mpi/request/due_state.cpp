// SPDX-License-Identifier: BSD-3-Clause
// What is known of one of the requests: that it is complete, and since when, or before when it is
// not.
#include <algorithm>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/mpi/request/open_receives.hpp"
#include "revprof/mpi/request/synchronous.hpp"

namespace revprof {

namespace {

// A message that its sender has announced may take so many looks to complete its receive, where
// there is another receive that may have it: then the host has to say, and the clock stands still.
constexpr int most_looks = 200;

// Bytes of a message that every host sends without its receiver.
constexpr std::int64_t most_copied = 4096;

// On lane 0's machine, which decides here, it is complete only when its receiver takes part.
bool asks(const Request::Send& send) {
  if (send.synchronous) return true;
  const CostTable& costs = active_process->engine->costs();
  return send.letter.ordinal != 0 && costs.needs_receiver(0, send.packet.bytes());
}

// One that does not ask. What is copied is complete when its call returns, although to complete it
// takes until `done`: programs may rely on that.
SimTime left_at(const Request::Send& send) {
  const std::int64_t bytes = send.packet.bytes();
  const bool is_copied = bytes <= most_copied || active_process->engine->costs().is_eager(0, bytes);
  return is_copied ? 0 : send.done[0];
}

}  // namespace

// What the engine will say of it, but for the time that its completion takes.
SimTime Due::completed_at(Request* record, State& state) const {
  if (record->delivered || record->cancelled) return 0;
  Engine& engine = *active_process->engine;
  if (const auto* const send = record->as<Request::Send>()) {
    return send->synchronous ? synchronous(*record).earliest_end() : left_at(*send);
  }
  if (const auto* const transfer = record->as<Request::Transfer>()) return transfer->done[0];
  if (auto* const receive = record->as<Request::Receive>()) {
    const Stamp& stamp = receive->packet.stamp();
    if (stamp.mark != Stamp::mark_value) return 0;
    state.is_received = true;
    state.source = stamp.source;
    state.sent = stamp.sent[0];
    const SimTime arrival = engine.arrival(stamp.source, stamp.bytes, stamp.sent[0]);
    return receive->beside ? std::max(arrival, receive->beside->done[0]) : arrival;
  }
  if (const auto* const collective = record->as<Request::Collective>()) {
    const Exchange& exchange = collective->exchange;
    if (!exchange.takes_part()) return 0;
    return engine.end_of(exchange.of(collective->call), exchange.ready());
  }
  return 0;
}

void Due::expect_message(const Envelope& envelope, State& state) const {
  Horizon& horizon = active_process->horizon;
  Engine& engine = *active_process->engine;
  const Horizon::Subject subject{
      envelope.context, envelope.tag == MPI_ANY_TAG ? Horizon::Subject::any_tag : envelope.tag};
  state.at = state.next = Horizon::never;
  state.own = state.announced = false;
  for (int source = 0; source < horizon.processes(); ++source) {
    if (envelope.source != source && envelope.source != Envelope::anybody) continue;
    Horizon::UnderWay message;
    const bool is_announced = horizon.next(source, subject, message);
    const SimTime sent = is_announced ? message.sent : horizon.bound(source);
    if (sent == Horizon::never) continue;
    const SimTime arrival = engine.arrival(source, 0, sent);
    if (is_announced) state.next = std::min(state.next, arrival);
    if (arrival < state.at) {
      state.announced = is_announced;
      state.source = source;
      state.tag = message.tag;
    }
    state.at = std::min(state.at, arrival);
  }
}

void Due::expect_collective(const Request::Collective& collective, State& state) const {
  const Horizon& horizon = active_process->horizon;
  const Exchange& exchange = collective.exchange;
  SimTime ready = 0, last = 0;
  if (!exchange.peek(ready, [&](int member) {
        const int process = exchange.channel()->rank(member);
        last = std::max(last, horizon.bound(process));
        state.own = false;
      })) {
    state.at = 0;
    return;
  }
  // It takes its time after the last one has come, be it known when that is or not.
  ready = std::max(ready, last);
  state.at = ready;
  if (ready == Horizon::never || !(state.own || exchange.knows_bytes())) return;
  state.at = active_process->engine->end_of(exchange.of(collective.call), &ready);
}

// Its message goes on without the user, who may use the buffer again.
bool can_leave(const Request& record) {
  const auto* const send = record.as<Request::Send>();
  return send != nullptr && !asks(*send) && (send->packet.is_copy() || !send->copy.empty()) &&
         !record.persistent;
}

bool Due::may_leave(const Request& record) const {
  return handles_ != nullptr && can_leave(record);
}

// Before when it is not complete. Of a send that does not ask for its receiver the host will say so
// soon, or it is copied here; when another one is complete is the host's affair.
void Due::expect(const Request& record, State& state) const {
  state.at = Horizon::never;
  state.own = true;
  if (const auto* const collective = record.as<Request::Collective>()) {
    expect_collective(*collective, state);
  } else if (const auto* const receive = record.as<Request::Receive>()) {
    expect_message(receive->envelope, state);
  } else if (const auto* const send = record.as<Request::Send>()) {
    const bool is_short = send->packet.bytes() <= most_copied;
    if (!asks(*send) && (is_short || may_leave(record))) state.at = left_at(*send);
  }
}

// False: an error, or the host has to test it.
bool Due::is_complete(int i, State& state) {
  int flag = 0;
  MPI_Status status;
  if (PMPI_Request_get_status(claim_.handle(i), &flag, &status) != MPI_SUCCESS) return false;
  state.is = flag != 0 ? State::Is::complete : State::Is::under_way;
  if (flag == 0) {
    const Request& record = *claim_.record(i);
    const auto* const collective = record.as<Request::Collective>();
    const bool is_hosts = collective != nullptr && collective->of_file && host().tests_files_alone;
    if (is_hosts && state.at <= now_) return false;
    state.leaves = state.at <= now_ && may_leave(record);
    if (state.leaves) state.is = State::Is::complete;
    return true;
  }
  Request& record = *claim_.record(i);
  int cancelled = 0;  // else MPICH may leave it open
  if (record.cancelled) PMPI_Test_cancelled(&status, &cancelled);
  if (record.as<Request::Receive>() != nullptr && !record.seen) {
    if (cancelled == 0) {
      note_here(record, status);
    } else {
      record.seen = status;
      record.is_here.store(true, std::memory_order_release);
    }
  }
  has_completed(i, state, cancelled != 0);
  return true;
}

void Due::has_completed(int i, State& state, bool cancelled) const {
  await_clocks(claim_, i);
  state.is = State::Is::complete;
  state.at = cancelled ? 0 : completed_at(claim_.record(i), state);
  state.own = true;
}

// Of what is no message there is no such time.
SimTime Due::came_at(const std::vector<int>& indices) const {
  SimTime last = 0;
  for (const int i : indices) {
    const State& state = states_[static_cast<std::size_t>(i)];
    last = std::max(last, state.is_received ? state.at : Horizon::never);
  }
  return last;
}

// What is announced and does not show may have come to a receive that nobody looks at here.
bool Due::may_be_elsewhere(const State& state, std::uint64_t context) const {
  if (has_all_ && active_process->matched.empty()) return false;
  const Horizon::Subject subject{context, state.tag};
  int own = 0;
  for (int i = 0; i < claim_.size(); ++i) {
    const Request* const record = claim_.record(i);
    own += record != nullptr && may_take(*record, state.source, subject) ? 1 : 0;
  }
  return takers(*active_process, state.source, subject).possible > own;
}

// It takes the message that is the first of all, known by now or not. False: its sender is not to
// be told.
bool Due::look_at_held(Request& record, State& state) {
  HeldReceives& held = active_process->held;
  auto& receive = *record.as<Request::Receive>();
  const Horizon& horizon = active_process->horizon;
  if (receive.held->is == Request::Receive::Held::Is::here) {
    state.is = State::Is::complete;
    state.at = completed_at(&record, state);
    state.own = true;
    return true;
  }
  state.is = State::Is::under_way;
  for (int source = 0; source < horizon.processes(); ++source) {
    if (horizon.has_forgotten(source)) return false;
  }
  expect_message(receive.envelope, state);
  state.is_open = state.next != Horizon::never;
  const bool is_there = HeldReceives::is_any_there(record);
  if (held.is_behind(record)) {
    state.announced = false;
  } else if (state.announced && !held.take_from(record, state.source)) {
    if (may_be_elsewhere(state, receive.envelope.context)) ++state.looks;
  }
  if (is_there && !state.is_open) ++state.looks;  // nobody has announced it
  if (state.looks > most_looks) return false;
  return receive.held->is != Request::Receive::Held::Is::here || look_at_held(record, state);
}

// False: when its receive was posted will never be known, which a long one takes for long ago.
bool Due::look_at_asking(int i, State& state) {
  Request& record = *claim_.record(i);
  auto& send = *record.as<Request::Send>();
  const SynchronousSend asked = synchronous(record);
  const Horizon& horizon = active_process->horizon;
  int flag = 0;
  MPI_Status status;
  if (PMPI_Request_get_status(claim_.handle(i), &flag, &status) != MPI_SUCCESS) return false;
  Horizon::Opening known;
  const Horizon::Posting posting = horizon.posting(asked.letter, known);
  if (posting == Horizon::Posting::unknown && !send.posted) {
    if (send.synchronous) return false;
    send.posted = asked.open();
  }
  if (posting == Horizon::Posting::known) send.posted = known;
  state.own = send.posted.has_value();
  SimTime posted = horizon.earliest_posting(asked.peer);
  if (state.own) posted = send.posted->empty() ? 0 : send.posted->at.front();
  state.at = posted == Horizon::never ? posted : asked.end(posted);
  state.is = state.own && flag != 0 ? State::Is::complete : State::Is::under_way;
  state.is_asked = true;
  return true;
}

// One that this library does not know, such as a message to MPI_PROC_NULL, which is there at once.
// False: it is not complete, or inactive, which its status says.
bool Due::is_complete_by_itself(MPI_Request handle, State& state) {
  if (const auto own = active_process->generalised.is_complete(handle)) {
    if (*own) state.is = State::Is::complete;
    return *own;
  }
  int flag = 0;
  MPI_Status status;
  status.MPI_SOURCE = MPI_PROC_NULL;  // MPICH leaves a send's as it is
  if (PMPI_Request_get_status(handle, &flag, &status) != MPI_SUCCESS) return false;
  if (flag == 0 || status.MPI_SOURCE == MPI_ANY_SOURCE) return false;
  state.is = State::Is::complete;
  return true;
}

bool Due::look(int i) {
  State& state = states_[static_cast<std::size_t>(i)];
  if (state.is == State::Is::complete || claim_.handle(i) == MPI_REQUEST_NULL) return true;
  Request* const record = claim_.record(i);
  if (record == nullptr) return is_complete_by_itself(claim_.handle(i), state);
  if (!record->active) return true;
  if (record->as<Request::Partitioned>() != nullptr) return false;
  const auto* const receive = record->as<Request::Receive>();
  if (receive != nullptr && receive->envelope.source == Envelope::elsewhere) return false;
  if (receive != nullptr && receive->held) return look_at_held(*record, state);
  if (receive != nullptr && record->seen) return has_completed(i, state, false), true;
  auto* const send = record->as<Request::Send>();
  if (send != nullptr && send->letter.ordinal != 0 && asks(*send)) return look_at_asking(i, state);
  // On other lanes, too, it leaves by itself: their program would have been told something else.
  if (send != nullptr && send->needs_receiver) send->posted = Horizon::Opening();
  expect(*record, state);
  if (!is_complete(i, state)) return false;
  const bool is_missing = state.is == State::Is::under_way && state.announced && state.at <= now_;
  if (is_missing && may_be_elsewhere(state, receive->envelope.context)) ++state.looks;
  return state.looks <= most_looks;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Looks at requests until what the call wants is settled, or the patience is over.
#include "revprof/mpi/request/due.hpp"

#include <sched.h>

#include <algorithm>

#include "revprof/mpi/request/handle_bits.hpp"
#include "revprof/mpi/request/open_receives.hpp"
#include "revprof/run/earliest.hpp"

namespace revprof {

namespace {

constexpr SimTime latest_time = Horizon::never;

// A message that its sender has announced may take so many looks to complete its receive, where
// there is another receive that may have it.
constexpr int most_looks = 200;

// Bytes of a message that every host sends without its receiver.
constexpr std::int64_t most_copied = 4096;

}  // namespace

Due::Due(Claim& claim, Asks asks, Wanted wanted, MPI_Request* handles)
    : claim_(claim),
      asks_(asks),
      wanted_(wanted),
      handles_(handles),
      now_(active_process->engine->now()[0]),
      states_(static_cast<std::size_t>(std::max(0, claim.size()))) {}

// What the engine will say of it, but for the time that its completion takes.
SimTime Due::completed_at(Request* record) const {
  if (record->delivered || record->cancelled) return 0;
  Engine& engine = *active_process->engine;
  if (const auto* const send = record->as<Request::Send>()) return send->done[0];
  if (const auto* const transfer = record->as<Request::Transfer>()) return transfer->done[0];
  if (auto* const receive = record->as<Request::Receive>()) {
    const Stamp& stamp = receive->packet.stamp();
    if (stamp.mark != Stamp::mark_value) return 0;
    const SimTime arrival = engine.arrival(stamp.source, stamp.bytes, stamp.sent[0]);
    return receive->beside ? std::max(arrival, receive->beside->done[0]) : arrival;
  }
  if (const auto* const collective = record->as<Request::Collective>()) {
    const Exchange& exchange = collective->exchange;
    if (!exchange.takes_part()) return 0;
    return engine.end_of(collective->call, exchange.processes(), exchange.bytes(), exchange.span(),
                         exchange.ready());
  }
  return 0;
}

void Due::expect_message(const Envelope& envelope, State& state) const {
  Horizon& horizon = active_process->horizon;
  Engine& engine = *active_process->engine;
  const Horizon::Subject subject{
      envelope.context, envelope.tag == MPI_ANY_TAG ? Horizon::Subject::any_tag : envelope.tag};
  state.own = state.announced = false;
  for (int source = 0; source < horizon.processes(); ++source) {
    if (envelope.source != source && envelope.source != Envelope::anybody) continue;
    Horizon::UnderWay message;
    const bool is_announced = state.looks < most_looks && horizon.next(source, subject, message);
    const SimTime sent = is_announced ? message.sent : horizon.bound(source);
    if (sent == latest_time) continue;
    const SimTime arrival = engine.arrival(source, 0, sent);
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
  state.at = std::max(ready, last);
  if (state.own) {
    state.at = active_process->engine->end_of(collective.call, exchange.processes(),
                                              exchange.bytes(), exchange.span(), &ready);
  }
}

// Its message goes on without the user, who may use the buffer again.
bool Due::may_leave(const Request& record) const {
  const auto& send = *record.as<Request::Send>();
  return handles_ != nullptr && send.packet.is_copy() && send.wire.empty() && !record.persistent;
}

// Before when it is not complete. A send that MPI copies is complete at once, and soon so here; one
// that is copied here needs no more than its time. When another one is complete is the host's
// affair, as its receiver's part in it is not known.
void Due::expect(const Request& record, State& state) const {
  state.at = latest_time;
  state.own = true;
  if (const auto* const collective = record.as<Request::Collective>()) {
    expect_collective(*collective, state);
  } else if (const auto* const receive = record.as<Request::Receive>()) {
    expect_message(receive->envelope, state);
  } else if (const auto* const send = record.as<Request::Send>()) {
    const std::int64_t bytes = send->packet.bytes();
    const bool copied = bytes <= most_copied && active_process->engine->costs().is_eager(0, bytes);
    if (!send->synchronous && (copied || may_leave(record))) state.at = send->done[0];
  }
}

// False: an error.
bool Due::is_complete(int i, State& state) {
  int flag = 0;
  MPI_Status status;
  if (PMPI_Request_get_status(claim_.handle(i), &flag, &status) != MPI_SUCCESS) return false;
  state.is = flag != 0 ? State::Is::complete : State::Is::under_way;
  if (flag == 0) {
    const Request& record = *claim_.record(i);
    state.leaves = record.as<Request::Send>() != nullptr && state.at <= now_ && may_leave(record);
    if (state.leaves) state.is = State::Is::complete;
    return true;
  }
  int cancelled = 0;
  PMPI_Test_cancelled(&status, &cancelled);
  await_clocks(claim_, i);
  state.at = cancelled != 0 ? 0 : completed_at(claim_.record(i));
  state.own = true;
  return true;
}

bool Due::look(int i) {
  State& state = states_[static_cast<std::size_t>(i)];
  if (state.is == State::Is::complete || claim_.handle(i) == MPI_REQUEST_NULL) return true;
  const Request* const record = claim_.record(i);
  if (record == nullptr) return false;
  if (!record->active) return true;
  if (record->as<Request::Partitioned>() != nullptr) return false;
  const auto* const receive = record->as<Request::Receive>();
  if (receive != nullptr && receive->envelope.source == Envelope::elsewhere) return false;
  expect(*record, state);
  if (!is_complete(i, state)) return false;
  const bool is_missing = state.is == State::Is::under_way && state.announced && state.at <= now_;
  if (is_missing &&
      may_be_taken(*active_process, state.source, {receive->envelope.context, state.tag}, record)) {
    ++state.looks;
  }
  return true;
}

// False: the host has to choose, or nothing is to be chosen.
bool Due::look() {
  active_process->horizon.look();
  bool any = false;
  for (int i = 0; i < claim_.size(); ++i) {
    if (!look(i)) return false;
    any |= states_[static_cast<std::size_t>(i)].is != State::Is::inactive;
  }
  return any;
}

// Until when it matters what is complete. One that asks has been told until a while ago that
// nothing is, and would have been told of the first one before it has asked for the next.
SimTime Due::limit() const {
  SimTime first = latest_time;
  for (const State& state : states_) {
    if (state.is == State::Is::complete) first = std::min(first, state.at);
  }
  if (asks_ == Asks::yes) {
    return wanted_ == Wanted::all ? now_ : std::clamp(first, active_process->polls.until(), now_);
  }
  return wanted_ == Wanted::first || first == latest_time ? first : std::max(first, now_);
}

// nullopt: not yet. False: the answer is that nothing is complete.
std::optional<bool> Due::decided() const {
  const SimTime until = limit();
  bool any_due = false, any_late = false, any_open = false;
  for (const State& state : states_) {
    if (state.is == State::Is::inactive) continue;
    const bool by_then = state.at <= until;
    if (!by_then) {
      any_late = true;
    } else {
      (state.is == State::Is::complete ? any_due : any_open) = true;
    }
  }
  if (wanted_ == Wanted::all && any_late) return false;
  if (any_open) return std::nullopt;
  if (!any_due && asks_ == Asks::no) return std::nullopt;
  return any_due;
}

std::vector<int> Due::chosen() const {
  std::vector<int> indices;
  const SimTime until = limit();
  for (int i = 0; i < claim_.size(); ++i) {
    const State& state = states_[static_cast<std::size_t>(i)];
    if (state.is == State::Is::complete && state.at <= until) indices.push_back(i);
  }
  if (wanted_ != Wanted::first || indices.size() < 2) return indices;
  const auto earlier = [&](int a, int b) {
    return states_[static_cast<std::size_t>(a)].at < states_[static_cast<std::size_t>(b)].at;
  };
  return {*std::min_element(indices.begin(), indices.end(), earlier)};
}

Polls::Question Due::question() const {
  Polls::Question question = static_cast<Polls::Question>(wanted_) + 1;
  for (int i = 0; i < claim_.size(); ++i) {
    question = question * 0x9e3779b97f4a7c15u + bits_of(claim_.handle(i));
  }
  return question;
}

// The answer is false, until all of them, or one, may be complete. Of a send that has to leave
// nobody knows when that is.
void Due::has_failed() const {
  SimTime first = latest_time, last = 0;
  bool is_hosts = false;
  for (const State& state : states_) {
    if (state.is == State::Is::inactive) continue;
    is_hosts = is_hosts || (state.own && state.at == latest_time);
    last = std::max(last, state.at);
    if (state.at > now_) first = std::min(first, state.at);
  }
  if (is_hosts && first == latest_time) return;
  active_process->polls.failed(wanted_ == Wanted::all ? last : first);
}

// What the others see of it while it does not know the answer.
void Due::show(std::uint64_t heard) const {
  SimTime own = now_;
  for (const State& state : states_) {
    const bool counts = state.is != State::Is::inactive && (state.own || state.announced);
    if (counts) own = std::min(own, state.at);
  }
  const SimTime until = active_process->polls.until();
  active_process->horizon.ask(until, std::max(own, until), heard);
}

// Of sends whose end the host decides.
void Due::note_sends(bool answer) const {
  bool has_send = false, is_open = false;
  for (int i = 0; i < claim_.size(); ++i) {
    const State& state = states_[static_cast<std::size_t>(i)];
    if (state.is == State::Is::inactive || claim_.record(i)->as<Request::Send>() == nullptr)
      continue;
    has_send = true;
    is_open = is_open || state.at == latest_time;
  }
  if (asks_ == Asks::yes && has_send && (answer || is_open)) tested(answer);
}

// Those that go on without the user do so now. nullopt: one cannot.
std::optional<std::vector<int>> Due::let_go(std::vector<int> indices) {
  for (const int i : indices) {
    if (!states_[static_cast<std::size_t>(i)].leaves) continue;
    if (!active_process->requests.let_go(&handles_[i])) return std::nullopt;
    claim_.rename(i, handles_[i]);
  }
  return indices;
}

std::optional<std::vector<int>> Due::ask() {
  Polls& polls = active_process->polls;
  Horizon& horizon = active_process->horizon;
  now_ = polls.ask(now_, question());
  if (polls.is_known()) return polls.failed_again(), std::vector<int>();
  Horizon::Patience patience(horizon);
  for (;;) {
    const std::uint64_t heard = horizon.heard();
    if (!look()) return std::nullopt;
    const std::optional<bool> answer = decided();
    if (answer) {
      note_sends(*answer);
      if (*answer) return let_go(chosen());
      has_failed();
      return std::vector<int>();
    }
    show(heard);
    if (!patience.lasts()) return std::nullopt;
  }
}

std::optional<std::vector<int>> Due::wait() {
  Horizon::Patience patience(active_process->horizon);
  for (;;) {
    if (!look()) return std::nullopt;
    if (const std::optional<bool> answer = decided()) return chosen();
    if (limit() == latest_time) {
      sched_yield();  // nothing is complete: as MPI would wait
    } else if (!patience.lasts()) {
      return std::nullopt;
    }
  }
}

std::optional<std::vector<int>> Due::choose() {
  if (asks_ == Asks::no) return wait();
  auto answer = ask();
  active_process->horizon.set(Horizon::State::running);
  return answer;
}

std::optional<std::vector<int>> due_by_now(Claim& claim, Due::Wanted wanted, MPI_Request* handles) {
  if (!active_process->decides()) return std::nullopt;
  return Due(claim, Asks::yes, wanted, handles).choose();
}

std::optional<std::vector<int>> due_first(Claim& claim, Due::Wanted wanted) {
  if (!active_process->decides() || claim.size() < 2) return std::nullopt;
  return Due(claim, Asks::no, wanted, nullptr).choose();
}

}  // namespace revprof

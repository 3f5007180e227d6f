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

Due::Due(const Claim& claim, Asks asks, Wanted wanted)
    : claim_(claim),
      asks_(asks),
      wanted_(wanted),
      states_(static_cast<std::size_t>(std::max(0, claim.size()))) {}

SimTime Due::now() const { return active_process->polls.time(active_process->engine->now()[0]); }

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

// Before when it is not complete. A send that MPI copies is complete at once, and soon so here;
// when another one is complete is the host's affair, as its receiver's part in it is not known.
void Due::expect(const Request& record, State& state) const {
  state.at = latest_time;
  state.own = true;
  if (const auto* const collective = record.as<Request::Collective>()) {
    expect_collective(*collective, state);
  } else if (const auto* const receive = record.as<Request::Receive>()) {
    expect_message(receive->envelope, state);
  } else if (const auto* const send = record.as<Request::Send>()) {
    const std::int64_t bytes = send->packet.bytes();
    const bool copied = bytes <= most_copied && !send->synchronous &&
                        active_process->engine->costs().is_eager(0, bytes);
    if (copied) state.at = send->done[0];
  }
}

// False: an error.
bool Due::is_complete(int i, State& state) {
  int flag = 0;
  MPI_Status status;
  if (PMPI_Request_get_status(claim_.handle(i), &flag, &status) != MPI_SUCCESS) return false;
  state.is = flag != 0 ? State::Is::complete : State::Is::under_way;
  if (flag == 0) return true;
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
  const bool is_missing = state.is == State::Is::under_way && state.announced && state.at <= now();
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

// Until when it matters what is complete.
SimTime Due::limit() const {
  if (asks_ == Asks::yes) return now();
  SimTime first = latest_time;
  for (const State& state : states_) {
    if (state.is == State::Is::complete) first = std::min(first, state.at);
  }
  return wanted_ == Wanted::first || first == latest_time ? first : std::max(first, now());
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

// The answer is false. It can be another one when all of them, or one, may be complete.
Polls::Then Due::ask_again() const {
  Polls::Question question = static_cast<Polls::Question>(wanted_) + 1;
  SimTime own = wanted_ == Wanted::all ? 0 : latest_time, others = own;
  bool is_own = true, is_hosts = false;  // the latter: a send has to leave
  for (int i = 0; i < claim_.size(); ++i) {
    question = question * 0x9e3779b97f4a7c15u + bits_of(claim_.handle(i));
    const State& state = states_[static_cast<std::size_t>(i)];
    if (state.is == State::Is::inactive) continue;
    is_hosts = is_hosts || (state.own && state.at == latest_time);
    if (wanted_ == Wanted::all) {
      own = std::max(own, state.at);
      is_own = is_own && state.own;
    } else if (state.at > now()) {
      (state.own ? own : others) = std::min(state.own ? own : others, state.at);
    }
  }
  if (wanted_ == Wanted::all) others = is_own ? latest_time : own;
  if (wanted_ == Wanted::all && !is_own) own = latest_time;
  if (is_hosts && others == latest_time && own == latest_time) return Polls::Then::answer;
  return ask_later(*active_process, question, others, own);
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

std::optional<std::vector<int>> Due::choose() {
  Horizon::Patience patience(active_process->horizon);
  for (;;) {
    if (!look()) return std::nullopt;
    const std::optional<bool> answer = decided();
    if (answer) {
      note_sends(*answer);
      if (*answer) return chosen();
      const Polls::Then then = ask_again();
      if (then == Polls::Then::host) return std::nullopt;
      if (then == Polls::Then::answer) return std::vector<int>();
    } else if (limit() == latest_time) {
      sched_yield();  // nothing is complete: as MPI would wait
    } else if (!patience.lasts()) {
      return std::nullopt;
    }
  }
}

std::optional<std::vector<int>> due_by_now(const Claim& claim, Due::Wanted wanted) {
  if (!active_process->decides()) return std::nullopt;
  return Due(claim, Asks::yes, wanted).choose();
}

std::optional<std::vector<int>> due_first(const Claim& claim, Due::Wanted wanted) {
  if (!active_process->decides() || claim.size() < 2) return std::nullopt;
  return Due(claim, Asks::no, wanted).choose();
}

}  // namespace revprof

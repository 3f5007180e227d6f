// SPDX-License-Identifier: BSD-3-Clause
// Looks at requests until what the call wants is settled, or the patience is over.
#include "revprof/mpi/request/due.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "revprof/mpi/request/handle_bits.hpp"
#include "revprof/mpi/request/held.hpp"
#include "revprof/mpi/request/synchronous.hpp"
#include "revprof/mpi/request/withheld.hpp"
#include "revprof/run/earliest.hpp"
#include "revprof/run/give_way.hpp"

namespace revprof {

Due::Due(Claim& claim, Asks asks, Wanted wanted, MPI_Request* handles)
    : claim_(claim),
      asks_(asks),
      wanted_(wanted),
      handles_(handles),
      now_(asks == Asks::yes ? active_process->polls.time() : active_process->engine->now()[0]),
      has_all_(claim.has_all()),
      states_(static_cast<std::size_t>(std::max(0, claim.size()))) {}

// False: the host has to choose, or nothing is to be chosen.
bool Due::look() {
  active_process->horizon.look();
  bool any = false;
  for (int i = 0; i < claim_.size(); ++i) {
    if (!look(i)) return false;
    any |= states_[static_cast<std::size_t>(i)].is != State::Is::inactive;
  }
  keep_order();
  return any;
}

// As a rule each sender's messages are in the order of the array already.
bool Due::is_in_order() const {
  std::vector<const State*> last(static_cast<std::size_t>(active_process->horizon.processes()));
  for (const State& state : states_) {
    if (state.is != State::Is::complete || !state.is_received) continue;
    const auto source = static_cast<std::size_t>(state.source);
    if (source >= last.size()) return false;
    const State* const before = std::exchange(last[source], &state);
    if (before != nullptr && (state.sent < before->sent || state.at < before->at)) return false;
  }
  return true;
}

// A message does not overtake those that its sender has sent to this process before.
void Due::keep_order() {
  if (states_.size() < 2 || is_in_order()) return;
  std::vector<State*> received;
  for (State& state : states_) {
    if (state.is == State::Is::complete && state.is_received) received.push_back(&state);
  }
  const auto is_before = [](const State* a, const State* b) {
    return std::tie(a->source, a->sent, a->at) < std::tie(b->source, b->sent, b->at);
  };
  std::sort(received.begin(), received.end(), is_before);
  for (std::size_t i = 1; i < received.size(); ++i) {
    const State& earlier = *received[i - 1];
    if (earlier.source == received[i]->source) {
      received[i]->at = std::max(received[i]->at, earlier.at);
    }
  }
}

// Until when it matters what is complete. One that asks has been told until a while ago that
// nothing is, and would have been told of the first one before it has asked for the next.
SimTime Due::limit() const {
  SimTime first = Horizon::never;
  for (const State& state : states_) {
    if (state.is == State::Is::complete) first = std::min(first, state.at);
  }
  if (asks_ == Asks::yes) {
    return wanted_ == Wanted::all ? now_ : std::clamp(first, active_process->polls.until(), now_);
  }
  return wanted_ == Wanted::first || first == Horizon::never ? first : std::max(first, now_);
}

// Of messages that are there at the same time.
bool Due::comes_before(const State& a, const State& b) {
  return a.at == b.at && a.is_received && b.is_received && a.source == b.source && a.sent < b.sent;
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

std::vector<int> Due::chosen(SimTime until) const {
  std::vector<int> indices;
  for (int i = 0; i < claim_.size(); ++i) {
    const State& state = states_[static_cast<std::size_t>(i)];
    if (state.is == State::Is::complete && state.at <= until) indices.push_back(i);
  }
  if (wanted_ != Wanted::first || indices.size() < 2) return indices;
  const auto state = [&](int i) -> const State& { return states_[static_cast<std::size_t>(i)]; };
  int first = indices.front();
  for (const int i : indices) {
    if (state(i).at < state(first).at || comes_before(state(i), state(first))) first = i;
  }
  return {first};
}

// The answer is false, until all of them, or one, may be complete. Of a send that has to leave
// nobody knows when that is.
void Due::has_failed(std::uint64_t heard) const {
  SimTime first = Horizon::never, last = 0;
  bool is_hosts = false;
  for (const State& state : states_) {
    if (state.is == State::Is::inactive) continue;
    is_hosts = is_hosts || (state.own && state.at == Horizon::never);
    last = std::max(last, state.at);
    if (state.at > now_) first = std::min(first, state.at);
  }
  if (is_hosts) yield_core();  // others may have to take it, as MPI would let them
  if (is_hosts && first == Horizon::never) return;
  active_process->polls.failed(wanted_ == Wanted::all ? last : first, {own_due(), heard});
}

// When something is complete by itself, or by what is on its way to it.
SimTime Due::own_due() const {
  SimTime first = Horizon::never;
  for (const State& state : states_) {
    if (state.is == State::Is::inactive) continue;
    first = std::min(first, state.own ? state.at : state.next);
  }
  return first;
}

// What the others see of it while it does not know the answer. One that waits goes on with what it
// has, or what is on its way to it, unless something else comes first.
void Due::show(std::uint64_t heard) const {
  Horizon& horizon = active_process->horizon;
  if (asks_ == Asks::no) {
    return horizon.ask(now_, std::max(std::min(limit(), own_due()), now_), heard);
  }
  Polls& polls = active_process->polls;
  const Polls::Promise promise = polls.promise({own_due(), heard});
  horizon.ask(polls.until(), std::max(promise.due, polls.until()), promise.heard);
}

// Of sends whose end the host decides.
void Due::note_sends(bool answer) const {
  bool has_send = false, is_open = false;
  for (int i = 0; i < claim_.size(); ++i) {
    const State& state = states_[static_cast<std::size_t>(i)];
    const Request* const record = claim_.record(i);
    if (state.is == State::Is::inactive || record == nullptr) continue;
    if (record->as<Request::Send>() == nullptr) continue;
    has_send = true;
    is_open = is_open || (state.at == Horizon::never && !state.is_asked);
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

// For a message that is announced, or for what others may still do.
bool Due::lasts(Horizon::Patience& patience) const {
  const SimTime until = limit();
  for (const State& state : states_) {
    const bool comes = state.is == State::Is::under_way && state.announced && state.looks == 0;
    if (comes && state.at <= until) return patience.lasts_for_message(state.source);
  }
  const Horizon& horizon = active_process->horizon;
  const int next = horizon.gets_on_until(until);
  return patience.lasts(next, nothing_arrives_from(horizon, next, until, *active_process->engine));
}

std::optional<std::vector<int>> Due::ask() {
  Horizon& horizon = active_process->horizon;
  Horizon::Patience patience(horizon);
  const KeepCore looks;
  for (;;) {
    const std::uint64_t heard = horizon.heard();
    if (!look()) return std::nullopt;
    const std::optional<bool> answer = decided();
    if (answer) {
      note_sends(*answer);
      if (!*answer) return has_failed(heard), std::vector<int>();
      std::vector<int> indices = chosen(limit());
      active_process->polls.succeeded(came_at(indices));
      return let_go(std::move(indices));
    }
    note_untold_here();
    show(heard);
    if (!lasts(patience)) return std::nullopt;
  }
}

// Something is complete, or there are messages that one that is held back may take.
bool Due::may_go_on() const {
  const auto may = [](const State& state) { return state.is_open && state.next != Horizon::never; };
  return limit() != Horizon::never || std::any_of(states_.begin(), states_.end(), may);
}

std::optional<std::vector<int>> Due::wait() {
  Horizon::Patience patience(active_process->horizon);
  const KeepCore looks;
  for (;;) {
    const std::uint64_t heard = active_process->horizon.heard();
    if (!look()) return std::nullopt;
    if (const std::optional<bool> answer = decided()) return chosen(limit());
    if (may_go_on()) show(heard);
    const auto is_open = [](const State& state) { return state.is_open; };
    if (limit() == Horizon::never && std::none_of(states_.begin(), states_.end(), is_open)) {
      yield_core();  // nothing is complete: as MPI would wait
    } else if (!lasts(patience)) {
      return std::nullopt;
    }
  }
}

// The host decides what is there, and the clocks which of it is first. nullopt: nothing is.
std::optional<std::vector<int>> Due::first_there() {
  settle_held(claim_);
  for (int i = 0; i < claim_.size(); ++i) look(i);
  keep_order();
  const std::vector<int> first = chosen(Horizon::never);
  if (first.empty()) return std::nullopt;
  if (asks_ == Asks::yes) tested(true);
  chosen_among(claim_.size());
  return let_go(first);
}

std::optional<std::vector<int>> Due::choose() {
  auto answer = asks_ == Asks::yes ? ask() : wait();
  const bool has_shown = asks_ == Asks::yes || (!answer && may_go_on());
  if (has_shown) active_process->horizon.set(Horizon::State::running);
  return !answer && wanted_ == Wanted::first ? first_there() : answer;
}

namespace {

Polls::Question question_of(Due::Wanted wanted, const MPI_Request* handles, int count) {
  Polls::Question question = static_cast<Polls::Question>(wanted) + 1;
  for (int i = 0; i < count; ++i) question = question * 0x9e3779b97f4a7c15u + bits_of(handles[i]);
  return question;
}

// Else the host does, which is asked.
bool clocks_answer() {
  return active_process->decides() && !active_process->requests.has_let_many_go();
}

}  // namespace

bool fails_again(Due::Wanted wanted, const MPI_Request* handles, int count) {
  if (!clocks_answer()) return false;
  Polls& polls = active_process->polls;
  polls.ask(active_process->engine->now()[0], question_of(wanted, handles, count));
  if (!polls.is_known()) return false;
  polls.failed_again();
  return true;
}

std::optional<std::vector<int>> due_by_now(Claim& claim, Due::Wanted wanted, MPI_Request* handles) {
  std::optional<std::vector<int>> answer;
  if (clocks_answer()) answer = Due(claim, Asks::yes, wanted, handles).choose();
  note_withheld(claim, answer && answer->empty());
  return answer;
}

std::optional<std::vector<int>> due_first(Claim& claim, Due::Wanted wanted) {
  if (!active_process->decides()) return std::nullopt;
  if (claim.size() < 2 && !is_held(claim, 0)) return std::nullopt;
  return Due(claim, Asks::no, wanted, nullptr).choose();
}

}  // namespace revprof

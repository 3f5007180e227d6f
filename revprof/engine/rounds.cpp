// SPDX-License-Identifier: BSD-3-Clause
// Which lanes save what, how much of it on which way, and its step of the critical path.
#include "revprof/engine/rounds.hpp"

#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

namespace {

int digits(int number) { return __builtin_popcount(static_cast<unsigned>(number)); }

// The most digits in which one of 0 ... last differs from a number: `last` itself, or one that has
// a 0 where that has a 1, and behind it whatever differs.
int most_digits(int member, int last) {
  int most = digits(member ^ last);
  for (int digit = 0; last >> digit != 0; ++digit) {
    if ((last >> digit & 1) == 0) continue;
    most = std::max(most, digits((member ^ last) >> (digit + 1)) + (member >> digit & 1) + digit);
  }
  return most;
}

// Where a member is in the rounds, and how many hops away from them.
struct Seat {
  int number, aside;
};

Seat seat(int member, int pairs) {
  if (member >= 2 * pairs) return {member - pairs, 0};
  return {member / 2, 1 - member % 2};
}

}  // namespace

void Rounds::begin(int member, int members, bool reduces, const Clock& ahead,
                   const Clock& ahead_of_first) {
  member_ = member;
  ahead_ = ahead;
  ahead_of_first_ = ahead_of_first;
  pairs_ = 0;
  most_ = most_of_first_ = most_digits(member, members - 1);
  const int rounds = rounds_of(members + 1) - 1;
  if (!reduces || members == 1 << rounds) return;
  pairs_ = members - (1 << rounds);
  // From one of a pair to one of no pair, or of another pair.
  const auto most = [&](int digits) { return std::max(1 + rounds, 2 + digits); };
  most_ = most(rounds_of(pairs_));
  most_of_first_ = most(most_digits(0, pairs_ - 1));
}

int Rounds::hops_from(int source) const {
  const Seat from = seat(source, pairs_), to = seat(member_, pairs_);
  return from.aside + digits(from.number ^ to.number) + to.aside;
}

SimTime Rounds::saved(int source, std::size_t lane) const {
  const SimTime ahead = (source == 0 ? ahead_of_first_ : ahead_)[lane];
  const int most = source == 0 ? most_of_first_ : most_;
  // The first one's news to itself, which was measured, goes to its pair and back.
  const int measured = most - (pairs_ > 0 ? 2 : 0);
  const int without = most - hops_from(source);
  return measured > 0 ? ahead / measured * without + ahead % measured * without / measured : 0;
}

void Engine::begin_rounds(const GroupCall& call, int member, Rounds& rounds) {
  rounds.none();
  if (frozen_ || call.processes <= 1 || !costs_.in_rounds(call.call)) return;
  const Quote any = collective_quote(call);
  const Clock ahead(any[Part::ahead], any[Part::ahead] + lanes_);
  // Others may not need all of the call when the first one comes last.
  const Quote first = collective_quote(call, Member::first);
  Clock ahead_of_first(lanes_);
  for (std::size_t l = 0; l < lanes_; ++l) {
    ahead_of_first[l] = std::min<SimTime>(0, ahead[l] - first[Part::head_start][l]);
  }
  rounds.begin(member, call.processes, call.bytes > 0, ahead, ahead_of_first);
}

StepPlace Engine::note_saved(const GroupCall& call, Placed arrival, SimTime saved) {
  if (frozen_ || saved == 0) return arrival.place;
  const Quote whole = collective_quote(call);
  Price price = whole.price_of(Part::ahead);
  price.part = saved != whole[Part::ahead][path_->lane()];
  return path_->add(path_->known(arrival), saved, price).place;
}

}  // namespace revprof

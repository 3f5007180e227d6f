// SPDX-License-Identifier: BSD-3-Clause
// The rules of collectives: all take as long as one that is measured by itself, from when the last
// one is there that they wait for (`ready`), less what others could do before.
#include "revprof/engine/engine.hpp"

namespace revprof {

Quote Engine::collective_quote(const GroupCall& call, Member member) {
  Quote quote;
  Price& price = quote.price;
  price.call = call.call;
  price.bytes = call.bytes;
  price.processes = call.processes;
  price.lowest = call.span.lowest;
  price.highest = call.span.lowest < 0 ? -1 : call.span.lowest + call.span.reach;
  costs_.collective(quote, call.span, member);
  return quote;
}

SimTime Engine::end_of(const GroupCall& call, const SimTime* ready) {
  if (call.processes < 2) return ready[0];
  return ready[0] + collective_quote(call)[Part::own][0];
}

SimTime Engine::earliest_end(const GroupCall& call, Member member, std::optional<SimTime> ready) {
  const SimTime now = now_[0];
  if (frozen_ || call.processes < 2 || costs_.in_rounds(call.call)) return now;
  const Quote whole = collective_quote(call, member);
  if (costs_.is_source(call.call, member)) return now + whole[Part::own_part][0];
  return ready ? std::max(now, *ready + whole[Part::own][0]) : now;
}

void Engine::start_up(int processes, Span span) {
  const CallId row = costs_.calls().roles.start_up;
  if (frozen_ || processes <= 1) return;
  const Quote whole = collective_quote({row, processes, 0, span});
  const SimTime* const times = whole[Part::own];
  if (std::all_of(times, times + lanes_, [](SimTime time) { return time == 0; })) return;
  begin_call(row);
  charge(whole);
  end_call(0, -1, 0);
}

void Engine::arrive(const GroupCall& call, Member member, SimTime* arrivals) {
  std::copy_n(now_.begin(), clock_values(), arrivals);
  if (call.processes <= 1 || !costs_.can_be_late(call.call, member)) return;
  const Quote whole = collective_quote(call, member);
  if (path_ != nullptr) {  // it is booked later
    path_->making(call.call);
    path_->begin(now_[0]);
  }
  evaluate(Bid(now_.data(), whole, Part::head_start), arrivals);
}

// A collective was measured by itself. One that begins so soon after another that this one's
// processes, who leave one after the other, are still under way was not: what it rests on then.
Source Engine::source_in_row(const Quote& whole) const {
  const bool in_row = last_collective_ >= 0 && now_[0] - last_collective_ < whole[Part::own][0];
  return in_row ? std::max(whole.source(Part::own), Source::inferred) : whole.source(Part::own);
}

void Engine::collective(const GroupCall& call, const SimTime* ready, Member member,
                        const SimTime* came, int root) {
  if (frozen_ || call.processes <= 1) return;
  const CallId cost = call.call;
  const Quote whole = collective_quote(call, member);
  const bool source = costs_.is_source(cost, member);
  const Part after = source ? Part::own_part : Part::own;
  Bid own(now_.data());  // in rounds `ready` has heard of it
  if (!costs_.in_rounds(cost)) {
    own = costs_.can_be_late(cost, member) ? Bid(now_.data(), whole, Part::head_start, Part::own)
                                           : Bid(now_.data(), whole, after);
  }
  own.silent = true;
  const Row::What what = {costs_.calls()[cost].shape, root, call.processes, call.span.lowest,
                          call.span.reach};
  const bool in_row = !source && row_.goes_on(what);
  Bid next = in_row ? Bid(row_.end().data(), whole, Part::next) : Bid(now_.data());
  next.silent = !in_row;
  settle({Bid(ready, whole, after), own, next}, came == nullptr ? ready : came,
         source_in_row(whole), whole.spread(Part::own), runner_up(ready, whole[after]));
  row_.end(what, now_);
  if (static_cast<std::size_t>(call.processes) == peers_.size() &&
      what.shape != Shape::neighbours) {
    pace_.meet();
    if (call.sent >= 0) posted_.meet(call.sent);
  }
  last_collective_ = now_[0];
  posted_.complete();
}

// The second latest arrival, at the price of the latest one.
Placed Engine::runner_up(const SimTime* ready, const SimTime* cost) const {
  if (path_ == nullptr || ready[lanes_ + 1] < 0) return {-1, nowhere};
  return {ready[lanes_ + 1] + cost[path_->lane()], ready[lanes_ + 2]};
}

void Engine::start_collective(const GroupCall& call) {
  if (frozen_ || call.processes <= 1) return;
  charge(collective_quote(call, Member::first), Part::own_part);
}

void Engine::complete_collective(const GroupCall& call, const SimTime* ready) {
  if (frozen_) return;
  if (call.processes <= 1) return local(costs_.calls().roles.completion, 0);
  const Quote completion = pair_quote(costs_.calls().roles.completion, 0, rank_);
  Instant wait;
  const Bid waited = kept_bid(now_.data(), completion, Part::own, wait);
  const Quote whole = collective_quote(call, Member::first);
  const SimTime* const late_wait = whole[Part::late_wait];
  Bid rest(now_.data(), whole, Part::late_wait);
  rest.silent = path_ != nullptr && late_wait[path_->lane()] == 0;
  Instant start;
  std::copy_n(ready, clock_values(), start.begin());
  for (std::size_t l = 0; l < lanes_; ++l) {
    // Many MPI libraries make progress inside MPI calls alone. Where nobody has measured what is
    // left for a late Wait, it is at worst all of it.
    const bool is_known = late_wait[l] != 0 || rates_[l].estimate != LaneEstimate::high;
    if (is_known || start[l] >= now_[l]) continue;
    start[l] = now_[l];
    if (path_ != nullptr && l == path_->lane()) start[lanes_] = here();
  }
  settle({waited, rest, Bid(start.data(), whole, Part::own)}, ready, source_in_row(whole),
         whole.spread(Part::own), runner_up(ready, whole[Part::own]));
  row_.none();
  last_collective_ = now_[0];
  posted_.complete();
}

}  // namespace revprof

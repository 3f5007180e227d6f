// SPDX-License-Identifier: BSD-3-Clause
// The rules of collectives: who waits for whom has been settled by `ready`.
#include "revprof/engine/engine.hpp"

namespace revprof {

Quote Engine::collective_quote(CallId cost, int processes, std::int64_t bytes, Span span,
                               Member member) {
  Quote quote;
  Price& price = quote.price;
  price.call = cost;
  price.bytes = bytes;
  price.processes = processes;
  price.lowest = span.lowest;
  price.highest = span.lowest < 0 ? -1 : span.lowest + span.reach;
  costs_.collective(quote, span, member);
  return quote;
}

SimTime Engine::end_of(CallId cost, int processes, std::int64_t bytes, Span span,
                       const SimTime* ready) {
  if (processes < 2) return ready[0];
  return ready[0] + collective_quote(cost, processes, bytes, span)[Part::own][0];
}

SimTime Engine::earliest_end(CallId cost, int processes, std::int64_t bytes, Span span,
                             Member member, std::optional<SimTime> ready) {
  const SimTime now = now_[0];
  if (frozen_ || processes < 2 || costs_.in_rounds(cost)) return now;
  const Quote whole = collective_quote(cost, processes, bytes, span, member);
  if (costs_.is_source(cost, member)) return now + whole[Part::own_part][0];
  return ready ? std::max(now, *ready + whole[Part::own][0]) : now;
}

void Engine::start_up(int processes, Span span) {
  const CallId row = costs_.calls().roles.start_up;
  if (frozen_ || processes <= 1) return;
  const Quote whole = collective_quote(row, processes, 0, span);
  const SimTime* const times = whole[Part::own];
  if (std::all_of(times, times + lanes_, [](SimTime time) { return time == 0; })) return;
  begin_call(row);
  charge(whole);
  end_call(0, -1, 0);
}

void Engine::arrive(CallId cost, int processes, std::int64_t bytes, Span span, Member member,
                    SimTime* arrivals) {
  std::copy_n(now_.begin(), clock_values(), arrivals);
  if (processes <= 1 || !costs_.can_be_late(cost, member)) return;
  const Quote whole = collective_quote(cost, processes, bytes, span, member);
  if (path_ != nullptr) {  // it is booked later
    path_->making(cost);
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

void Engine::collective(CallId cost, int processes, std::int64_t bytes, Span span,
                        const SimTime* ready, Member member, const SimTime* came, int root) {
  if (frozen_ || processes <= 1) return;
  const Quote whole = collective_quote(cost, processes, bytes, span, member);
  const bool source = costs_.is_source(cost, member);
  const Part after = source ? Part::own_part : Part::own;
  Bid own(now_.data());  // in rounds `ready` has heard of it
  if (!costs_.in_rounds(cost)) {
    own = costs_.can_be_late(cost, member) ? Bid(now_.data(), whole, Part::head_start, Part::own)
                                           : Bid(now_.data(), whole, after);
  }
  own.heard = true;
  const Row::What what = {costs_.calls()[cost].shape, root, processes, span.lowest, span.reach};
  const bool in_row = !source && row_.goes_on(what);
  Bid next = in_row ? Bid(row_.end().data(), whole, Part::next) : Bid(now_.data());
  next.heard = !in_row;
  settle({Bid(ready, whole, after), own, next}, came == nullptr ? ready : came,
         source_in_row(whole), whole.spread(Part::own), runner_up(ready, whole[after]));
  row_.end(what, now_);
  if (static_cast<std::size_t>(processes) == peers_.size() && what.shape != Shape::neighbours) {
    pace_.meet();
  }
  last_collective_ = now_[0];
  posted_.complete();
}

// The second latest arrival, at the price of the latest one.
Placed Engine::runner_up(const SimTime* ready, const SimTime* cost) const {
  if (path_ == nullptr || ready[lanes_ + 1] < 0) return {-1, nowhere};
  return {ready[lanes_ + 1] + cost[path_->lane()], ready[lanes_ + 2]};
}

void Engine::start_collective(CallId cost, int processes, std::int64_t bytes, Span span) {
  if (frozen_ || processes <= 1) return;
  charge(collective_quote(cost, processes, bytes, span, Member::first), Part::own_part);
}

void Engine::complete_collective(CallId cost, int processes, std::int64_t bytes, Span span,
                                 const SimTime* ready) {
  if (frozen_) return;
  if (processes <= 1) return local(costs_.calls().roles.completion, 0);
  const Quote completion = pair_quote(costs_.calls().roles.completion, 0, rank_);
  Instant wait;  // the next look-up may take its place
  std::copy_n(completion[Part::own], lanes_, wait.begin());
  Bid waited(now_.data(), completion, Part::own);
  waited.first = wait.data();
  const Quote whole = collective_quote(cost, processes, bytes, span);
  Instant start;
  std::copy_n(ready, clock_values(), start.begin());
  for (std::size_t l = 0; l < lanes_; ++l) {
    // Many MPI libraries make progress inside MPI calls alone: at worst it all happens in the Wait.
    if (rates_[l].estimate != LaneEstimate::high || start[l] >= now_[l]) continue;
    start[l] = now_[l];
    if (path_ != nullptr && l == path_->lane()) start[lanes_] = here();
  }
  settle({waited, Bid(start.data(), whole, Part::own)}, ready, source_in_row(whole),
         whole.spread(Part::own), runner_up(ready, whole[Part::own]));
  row_.none();
  last_collective_ = now_[0];
  posted_.complete();
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The rules of engine.cpp and one_sided.cpp once more, for the lane whose critical path is
// recorded: who has won every max. They run before the clocks move, so that they see the same
// times.
#include <algorithm>

#include "revprof/engine/engine.hpp"

namespace revprof {

void Engine::record_path(int lane, StepSink& sink) {
  path_ =
      std::make_unique<PathRecorder>(rank_, static_cast<std::size_t>(lane), arrivals_.size(), sink);
}

Price Engine::pair_price(Call call, std::int64_t bytes, int peer, int crowd) const {
  Price price;
  price.call = call;
  price.bytes = bytes;
  price.processes = -crowd;
  if (peer == rank_) return price;  // as far from itself as any other rank
  const bool known = peer >= 0 && peer < static_cast<int>(distances_.size());
  price.lowest = known ? std::min(rank_, peer) : -1;
  price.highest = known ? std::max(rank_, peer) : -1;
  return price;
}

Price Engine::collective_price(Call call, int processes, std::int64_t bytes, Span span) {
  Price price;
  price.call = call;
  price.bytes = bytes;
  price.processes = processes;
  price.lowest = span.lowest;
  price.highest = span.lowest < 0 ? -1 : span.lowest + span.reach;
  return price;
}

// Of a message that leaves now: the clock's, or that of the port that it has to wait for.
StepPlace Engine::sent_place(int peer) const {
  const bool same = peer == port_peer_;
  const SimTime free = (same ? port_free_ : port_free_for_others_)[path_->lane()];
  if (here().time >= free) return path_->here;
  PathRecorder::Free& port = same ? path_->port_free : path_->port_free_for_others;
  if (!port.is_step) {
    port.from = {free, path_->add(port.from, free - port.from.time, port.price)};
    port.is_step = true;
  }
  return port.from.place;
}

void Engine::note_send(Call cost, std::int64_t bytes, int peer, const Cost& posting) {
  if (peer != rank_) {
    const Times& free = peer == port_peer_ ? port_free_ : port_free_for_others_;
    const SimTime sent = std::max(here().time, free[path_->lane()]);
    const StepPlace place = sent_place(peer);
    Price gap = pair_price(Call::gap, bytes, peer);
    path_->port_free = {{sent, place}, gap, false};
    gap.item = Item::fan_gap;
    path_->port_free_for_others = {{sent, place}, gap, false};
  }
  note_spend(pair_price(cost, bytes, peer), posting.own[path_->lane()]);
}

// A message that was stamped before holds the port, unless one that left later does so for longer.
void Engine::note_port(std::int64_t bytes, int peer, const Cost& message, Placed sent) {
  const std::size_t lane = path_->lane();
  Price gap = pair_price(Call::gap, bytes, peer);
  if (sent.time + message.gap[lane] > port_free_[lane]) path_->port_free = {sent, gap, false};
  gap.item = Item::fan_gap;
  if (sent.time + gap_beside(lane, message) > port_free_for_others_[lane]) {
    path_->port_free_for_others = {sent, gap, false};
  }
}

void Engine::note_spend(const Price& price, SimTime cost) {
  path_->here = path_->add(here(), cost, price);
}

// end = max(now + cost, done), as in advance(). own: the step of now + cost, where there is one.
void Engine::note_advance(const Price& price, SimTime cost, Placed done, StepPlace own) {
  const Placed now = here();
  if (now.time + cost < done.time) {
    path_->join(path_->known(done), {now.time + cost, own != nowhere ? own : now.place});
  } else if (own != nowhere) {
    path_->here = own;
  } else {
    path_->move(now, cost, price, done);
  }
}

// The runner-up's step, where the message will come later than that.
StepPlace Engine::note_runner_up(const Price& price, SimTime cost, SimTime arrival) {
  return arrival > here().time + cost ? path_->add(here(), cost, price) : nowhere;
}

// As in through_port().
Placed Engine::note_message(const Stamp& message, std::int64_t bytes, int crowd, SimTime flight,
                            const Price& price, const Gap& gap_before) {
  const std::size_t lane = path_->lane();
  const SimTime gap = gap_before.times[lane];
  // A rank of another program's is none of ours.
  const Placed sent = {message.sent[lane], message.source < 0 ? nowhere : message.sent[lanes_]};
  const Placed arrival = {sent.time + flight, path_->add(path_->known(sent), flight, price)};
  if (message.source == rank_) return arrival;
  const std::size_t port = port_of(message.source);
  PathRecorder::Arrivals& steps = path_->arrivals[port];
  const SimTime since = arrivals_[port].since[lane], until = arrivals_[port].until[lane];
  if (gap_before.beside(lane) || arrival.time - gap >= until) {
    steps.before = steps.until;
    steps.until = arrival.place;
    return arrival;
  }
  const SimTime end = std::max(arrival.time, arrivals_[port].before[lane] + gap);
  const SimTime overlap = std::clamp<SimTime>(end - since, 0, gap);
  const Placed through = {std::max(arrival.time, until + overlap), arrival.place};
  if (through.time == arrival.time) {
    steps.until = arrival.place;
    return arrival;
  }
  Price queue = pair_price(Call::gap, bytes, message.source, crowd);
  queue.item = gap_before.same_source ? Item::equation : Item::fan_gap;
  queue.part = overlap < gap;
  steps.until = path_->add({until, steps.until}, overlap, queue);
  return 2 * overlap < gap ? arrival : Placed{through.time, steps.until};
}

void Engine::note_receive(Call cost, std::int64_t bytes, const Stamp& message, int crowd,
                          const Cost& whole, const Gap& gap, bool by_itself) {
  const std::size_t lane = path_->lane();
  const Price own = pair_price(cost, bytes, message.source, crowd);
  const Price transit = pair_price(Call::transit, bytes, message.source, crowd);
  const StepPlace loser =
      note_runner_up(own, whole.own[lane], message.sent[lane] + whole.transit[lane]);
  const Placed arrival =
      note_message(message, bytes, crowd, (by_itself ? whole.own : whole.transit)[lane],
                   by_itself ? own : transit, gap);
  note_advance(own, whole.own[lane], arrival, loser);
}

void Engine::note_completion(Call cost, std::int64_t bytes, const Clock& posted,
                             const Stamp& message, int crowd, const Cost& whole, const Gap& gap) {
  const std::size_t lane = path_->lane();
  const Price completing = pair_price(Call::MPI_Wait, bytes, message.source);
  const StepPlace loser =
      note_runner_up(completing, whole.wait[lane], message.sent[lane] + whole.transit[lane]);
  Placed done = note_message(message, bytes, crowd, whole.transit[lane],
                             pair_price(Call::transit, bytes, message.source, crowd), gap);
  const Placed begun = placed(posted.data());
  const SimTime wait = whole.wait[lane], received = begun.time + whole.own[lane];
  if (received > done.time && received > here().time + wait) {
    done = {received,
            path_->add(begun, whole.own[lane], pair_price(cost, bytes, message.source, crowd))};
  }
  note_advance(completing, wait, done, loser);
}

// Where others can begin without this process, it arrives that much earlier than now. Noted also
// where this model knows of no head start: another one may.
StepPlace Engine::note_head_start(Price price, Role role, const Cost& whole) {
  // At the very beginning others come no later.
  if (!can_be_late(price.call, role) || path_->here == nowhere) return path_->here;
  const std::size_t lane = path_->lane();
  path_->making(price.call);  // it is booked later
  path_->begin(now_[0]);
  price.item = Item::head_start;
  return path_->keep(here(), whole.alone[lane] - whole.own[lane], price);
}

// end = max(now + alone, ready + cost), where now + alone is nothing else than the own arrival +
// cost. The runner-up is another process's arrival.
void Engine::note_collective(Price price, Role role, const Cost& whole, const SimTime* ready) {
  const std::size_t lane = path_->lane();
  const bool source = is_source(price.call, role);
  const SimTime cost = (source ? whole.alone : whole.own)[lane];
  const SimTime arrived = here().time + whole.alone[lane] - cost;
  Placed last = placed(ready), second = {ready[lanes_ + 1], ready[lanes_ + 2]};
  // The others' sizes have shortened its head start, or places do not travel this far.
  if (arrived > last.time || (arrived == last.time && last.place == nowhere)) {
    if (arrived > last.time) second = last;
    last = {arrived, note_head_start(price, role, whole)};
  }
  if (source) price.item = Item::own_part;
  path_->move(path_->known(last), cost, price,
              {second.time < 0 ? -1 : second.time + cost, second.place});
}

// end = max(now + wait, ready + cost).
void Engine::note_collective_completion(const Price& price, SimTime cost, SimTime wait,
                                        const SimTime* ready) {
  const Placed last = placed(ready), now = here();
  const Placed second = {ready[lanes_ + 1], ready[lanes_ + 2]};
  const Placed runner_up = {second.time < 0 ? -1 : second.time + cost, second.place};
  if (now.time + wait >= last.time + cost) {
    const bool own_is_last = last.place == now.place;
    path_->move(now, wait, pair_price(Call::MPI_Wait, 0, rank_),
                own_is_last ? runner_up : Placed{last.time + cost, last.place});
  } else {
    path_->move(path_->known(last), cost, price, runner_up);
  }
}

void Engine::note_transfer(const Price& price, const Cost& whole, Clock& epoch) {
  if (epoch[lanes_] == 0) epoch[lanes_] = path_->new_epoch();
  path_->epoch(epoch[lanes_]).emplace_back(price, whole.own[path_->lane()]);
}

// The latest clock of those that were sent, its flight, and then what the epoch has cost.
void Engine::note_meeting(int peer, Placed left, SimTime transit, const Clock& epoch) {
  const std::size_t lane = path_->lane();
  const bool transferred = !epoch.empty() && epoch[lanes_] != 0;
  const SimTime done = left.time + transit + (epoch.empty() ? 0 : epoch[lane]);
  if (done > here().time) {
    const Placed now = here();
    if (peer < 0) left.place = nowhere;
    left = path_->known(left);
    Placed end = {left.time + transit,
                  path_->add(left, transit, pair_price(Call::transit, 0, peer))};
    if (transferred) {
      for (const auto& [price, cost] : path_->epoch(epoch[lanes_])) {
        end = {end.time + cost, path_->add(end, cost, price)};
      }
    }
    path_->join(end, now);
  }
  if (transferred) path_->end_epoch(epoch[lanes_]);
}

}  // namespace revprof

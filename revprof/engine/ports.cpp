// SPDX-License-Identifier: BSD-3-Clause
// When a port is free again, and from when to when it was free before.
// A port's times are bounded where they are kept: a clock and two of them fit into 64 bits.
#include "revprof/engine/ports.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

void SendPort::leave(std::size_t lanes, const SimTime* now, Receiver to, SimTime* sent,
                     PathRecorder* path) {
  Free& usual = by_receiver(to.peer);
  if (has_links()) {
    for (std::size_t l = 0; l < lanes; ++l) sent[l] = std::max(now[l], by_link(l, to).at[l]);
  } else {
    each_of(lanes, [&](std::size_t l) { sent[l] = std::max(now[l], usual.at[l]); });
  }
  if (path == nullptr) return;
  const std::size_t lane = path->lane();
  Free& free = by_link(lane, to);
  sent[lanes] = now[lanes];
  if (now[lane] >= free.at[lane]) return;
  if (!free.is_step) {
    free.at[lanes] = path->add(free.from, free.at[lane] - free.from.time, free.price).place;
    free.is_step = true;
  }
  sent[lanes] = free.at[lanes];
}

void SendPort::hold_for(Receiver to, std::size_t lanes, const SimTime* sent, const Quote& message,
                        PathRecorder* path) {
  // What held it for others still does; what held it for the last receiver does so for others now.
  if (to.peer != peer_) same_ = others_;
  peer_ = to.peer;
  if (!has_links()) return hold(same_, lanes, every_lane, sent, message, Part::gap, path);
  for (std::size_t l = 0; l < lanes; ++l) {
    hold(by_link(l, to), lanes, std::uint64_t{1} << l, sent, message, Part::gap, path);
  }
}

void SendPort::hold(Free& free, std::size_t lanes, std::uint64_t chosen, const SimTime* sent,
                    const Quote& message, Part gap, PathRecorder* path) {
  const auto until = [&](std::size_t l) {
    return std::min(sent[l] + message[gap][l], end_of_time);
  };
  if (path != nullptr && has(chosen, path->lane()) && until(path->lane()) > free.at[path->lane()]) {
    free.from = {sent[path->lane()], sent[lanes]};
    free.price = message.price_of(gap);
    free.is_step = false;
  }
  each_of(lanes, chosen, [&](std::size_t l) { free.at[l] = std::max(free.at[l], until(l)); });
}

ReceivePorts::ReceivePorts(const CostTable& costs, std::shared_ptr<const LaneLinks> links)
    : links_(std::move(links)), classes_(costs.blocks().sizes().size() + 1) {
  for (const Lane& lane : costs.lanes()) {
    std::vector<int> sizes = lane.model->point_to_point.block_sizes;
    own_.push_back(costs.blocks().bits_of(sizes));
    const auto beyond = [&](int size) { return size > lane.model->machine.ranks_per_node; };
    sizes.erase(std::remove_if(sizes.begin(), sizes.end(), beyond), sizes.end());
    inside_.push_back(costs.blocks().bits_of(sizes));
  }
  ports_.resize(static_cast<std::size_t>(links_->most() + 1) * classes_ * own_.size());
}

inline bool ReceivePorts::Port::has_rested_until(SimTime begin) {
  if (begin < until) return false;
  if (begin > until) {
    if (free.size() >= std::size_t{2 * kept_free}) {  // seldom, as it takes time
      free.erase(free.begin(), free.end() - kept_free);
    }
    free.push_back({until, begin, place});
  }
  return true;
}

// It takes as much of the time in which the port is free as its gap is, from when it would begin to
// come in.
ReceivePorts::Passed ReceivePorts::pass(Port& port, SimTime arrival, SimTime gap) {
  const SimTime begin = arrival - gap;
  if (port.has_rested_until(begin)) {
    port.until = arrival;
    return {arrival, arrival, {arrival, nowhere}, &port.place};
  }
  SimTime left = gap, late = gap;
  Passed passed = {arrival, arrival, {arrival, nowhere}, nullptr};
  std::vector<Free>& free = port.free;
  const auto ends_later = [](SimTime time, const Free& each) { return time < each.to; };
  auto each = std::upper_bound(free.begin(), free.end(), begin, ends_later);
  while (left > 0 && each != free.end()) {
    const Free found = *each;
    const SimTime from = std::max(found.from, begin), end = std::min(from + left, found.to);
    left -= end - from;
    late -= std::clamp<SimTime>(arrival - from, 0, end - from);
    passed.end = end;
    passed.last = from == found.from ? Placed{from, found.place} : Placed{end, nowhere};
    each->from = end;
    if (end == found.to) {
      each = free.erase(each);
    } else {
      passed.place = &each->place;
    }
    if (from > found.from) {
      each = free.insert(each, {found.from, from, found.place}) + 1;
      if (end < found.to) passed.place = &each->place;
    }
  }
  if (left > 0) {
    passed.last = {port.until, port.place};
    passed.end = port.until = std::min(port.until + left, end_of_time);
    passed.place = &port.place;
  }
  // It queues behind the port's work, or came before most of that, which then waits for it.
  if (2 * late >= gap) passed.arrival = passed.end;
  return passed;
}

void ReceivePorts::take(const Bid& message, int source, const Posted::Way& way, int streams,
                        const Posted& posted, std::uint64_t chosen, SimTime* arrival,
                        PathRecorder* path) {
  const Quote& quote = *message.quote;
  const SimTime *const gap = quote[Part::gap], *const fan_gap = quote[Part::fan_gap];
  const int messages = quote.price.messages;  // those of its crowd, this one's process's
  const std::size_t lanes = own_.size(), noted = path == nullptr ? lanes : path->lane();
  message.times(lanes, arrival);
  for (std::size_t l = 0; l < lanes; ++l) {
    if (!has(chosen, l)) continue;
    const int link = messages > 0 ? links_->in(l, way.place) + 1 : 0;
    Port& port = this->port(l, way.held & (streams > 0 ? own_ : inside_)[l], link);
    const bool same = std::exchange(port.source, source) == source || link > 0;
    SimTime held = same ? gap[l] : fan_gap[l];
    const int turns = quote.turns[l], own = messages > 0 ? posted.as_far(way, own_[l]) : 0;
    if (own > turns && own <= messages) {
      held = static_cast<SimTime>(static_cast<double>(held) * turns / own);
    }
    if (l != noted && port.has_rested_until(arrival[l] - held)) {  // as most of them
      port.until = arrival[l];
      continue;
    }
    const Passed passed = pass(port, arrival[l], held);
    arrival[l] = passed.arrival;
    if (l == noted) note(message, same ? Part::gap : Part::fan_gap, passed, arrival, *path);
  }
}

void ReceivePorts::note(const Bid& message, Part gap, const Passed& passed, SimTime* arrival,
                        PathRecorder& path) {
  const std::size_t lane = path.lane(), lanes = own_.size();
  const Placed sent = path.known({message.from[lane], message.from[lanes]});
  const Placed here =
      path.add(sent, message.cost(lane), message.quote->price_of(message.first_part));
  arrival[lanes] = here.place;
  if (passed.end == here.time) {
    if (passed.place != nullptr) *passed.place = here.place;
    return;
  }
  // It queues, or those do that come after it.
  const SimTime queued = passed.end - passed.last.time;
  Price queue = message.quote->price_of(gap);
  queue.part = queued < (*message.quote)[gap][lane];
  const StepPlace end = path.add(passed.last, queued, queue).place;
  if (passed.place != nullptr) *passed.place = end;
  if (passed.arrival == passed.end) arrival[lanes] = end;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Which port a message takes, and for how long.
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

void LongPort::take(const Bid& message, Receiver to, std::uint64_t chosen, SimTime* there,
                    PathRecorder* path) {
  const SimTime* const gap = (*message.quote)[Part::send_gap];
  message.times(lanes_, there);
  there[lanes_] = nowhere;
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (!has(chosen, l)) continue;
    const int link = links_->out(l, to.place) + 1;
    Port& port = ports_[static_cast<std::size_t>(link) * lanes_ + l];
    if (path != nullptr && l == path->lane()) {
      port.take(message, Part::send_gap, gap[l], there, lanes_, *path);
    } else {
      there[l] = port.take(there[l], gap[l]);
    }
  }
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
    Used& used = this->port(l, way.held & (streams > 0 ? own_ : inside_)[l], link);
    const bool same = std::exchange(used.source, source) == source || link > 0;
    SimTime held = same ? gap[l] : fan_gap[l];
    const int turns = quote.turns[l], own = messages > 0 ? posted.as_far(way, own_[l]) : 0;
    if (own > turns && own <= messages) {
      held = static_cast<SimTime>(static_cast<double>(held) * turns / own);
    }
    if (l != noted) {
      arrival[l] = used.port.take(arrival[l], held);
    } else {
      used.port.take(message, same ? Part::gap : Part::fan_gap, held, arrival, lanes, *path);
    }
  }
}

}  // namespace revprof

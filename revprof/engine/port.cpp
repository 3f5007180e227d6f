// SPDX-License-Identifier: BSD-3-Clause
// Finds the time in which a port serves a message.
#include "revprof/engine/port.hpp"

#include <algorithm>

namespace revprof {

// It takes as much of the time in which the port is free as its gap is, from when it would begin to
// come in.
Port::Passed Port::pass(SimTime arrival, SimTime gap) {
  const SimTime begin = arrival - gap;
  if (has_rested_until(begin)) {
    until_ = arrival;
    return {arrival, arrival, {arrival, nowhere}, &place_};
  }
  SimTime left = gap, late = gap;
  Passed passed = {arrival, arrival, {arrival, nowhere}, nullptr};
  const auto ends_later = [](SimTime time, const Free& each) { return time < each.to; };
  auto each = std::upper_bound(free_.begin(), free_.end(), begin, ends_later);
  while (left > 0 && each != free_.end()) {
    const Free found = *each;
    const SimTime from = std::max(found.from, begin), end = std::min(from + left, found.to);
    left -= end - from;
    late -= std::clamp<SimTime>(arrival - from, 0, end - from);
    passed.end = end;
    passed.last = from == found.from ? Placed{from, found.place} : Placed{end, nowhere};
    each->from = end;
    if (end == found.to) {
      each = free_.erase(each);
    } else {
      passed.place = &each->place;
    }
    if (from > found.from) {
      each = free_.insert(each, {found.from, from, found.place}) + 1;
      if (end < found.to) passed.place = &each->place;
    }
  }
  if (left > 0) {
    passed.last = {until_, place_};
    passed.end = until_ = std::min(until_ + left, end_of_time);
    passed.place = &place_;
  }
  // It queues behind the port's work, or came before most of that, which then waits for it.
  if (2 * late >= gap) passed.arrival = passed.end;
  return passed;
}

void Port::take(const Bid& message, Part price, SimTime gap, SimTime* arrival, std::size_t lanes,
                PathRecorder& path) {
  const std::size_t lane = path.lane();
  const Passed passed = pass(arrival[lane], gap);
  arrival[lane] = passed.arrival;
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
  Price queue = message.quote->price_of(price);
  queue.part = queued < (*message.quote)[price][lane];
  const StepPlace end = path.add(passed.last, queued, queue).place;
  if (passed.place != nullptr) *passed.place = end;
  if (passed.arrival == passed.end) arrival[lanes] = end;
}

}  // namespace revprof

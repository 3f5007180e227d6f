// SPDX-License-Identifier: BSD-3-Clause
// Keeps updates in their order as they come and go.
#include "revprof/run/memory/pending.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

void FoundValues::count(std::uint64_t value, int times) {
  const auto at = excess_.try_emplace(value, 0).first;
  at->second += times;
  if (at->second == 0) excess_.erase(at);
}

std::optional<std::uint64_t> FoundValues::origin_but(
    const std::optional<std::uint64_t>& known) const {
  for (const auto& [value, times] : excess_) {
    if (times > 0 && value != known) return value;
  }
  return std::nullopt;
}

void Pending::add(Update&& update) {
  if (update.is_atomic) found_.add(update);
  updates_.push_back(std::move(update));
}

const Update* Pending::last_atomic() const {
  const Update* last = nullptr;
  any([&](const Update& update) {
    if (update.is_atomic) last = &update;
    return last != nullptr;
  });
  return last;
}

// Most arrive in the order in which they are told of: then there is nothing to merge.
std::size_t Pending::sort(std::size_t lane) {
  if (orders_.size() <= lane) orders_.resize(lane + 1);
  auto& [arrivals, first, known] = orders_[lane];
  while (first < arrivals.size() && update(arrivals[first]).is_seen) ++first;
  const auto at = [&arrivals = arrivals](std::size_t number) {
    return arrivals.begin() + static_cast<std::ptrdiff_t>(number);
  };
  if (first > arrivals.size() / 2) {
    arrivals.erase(arrivals.begin(), at(first));
    first = 0;
  }
  const std::size_t before = arrivals.size();
  for (; known < updates_.size(); ++known) {
    const Update& update = updates_[known];
    if (update.is_seen) continue;
    arrivals.push_back({update.flight.arrival[lane], update.sender, update.number, known});
  }
  if (arrivals.size() == before) return first;
  std::sort(at(before), arrivals.end());
  std::inplace_merge(std::upper_bound(at(first), at(before), arrivals[before]), at(before),
                     arrivals.end());
  return first;
}

const Pending::Arrival* Pending::at(std::size_t lane, std::size_t& from) const {
  const std::vector<Arrival>& arrivals = orders_[lane].arrivals;
  while (from < arrivals.size() && update(arrivals[from]).is_seen) ++from;
  return from < arrivals.size() ? &arrivals[from] : nullptr;
}

void Pending::see(const Arrival& arrival) {
  Update& update = updates_[arrival.place];
  update.is_seen = true;
  ++seen_;
  if (update.is_atomic) found_.add(update, -1);
}

// Only now and then: to sort anew is dear.
void Pending::sweep() {
  if (seen_ > updates_.size() / 2) forget_seen();
}

void Pending::end_before(std::int64_t epoch) {
  for (Update& update : updates_) {
    if (update.is_seen || update.epoch >= epoch) continue;
    update.is_seen = true;
    if (update.is_atomic) found_.add(update, -1);
  }
  forget_seen();
}

void Pending::forget_seen() {
  updates_.erase(std::remove_if(updates_.begin(), updates_.end(),
                                [](const Update& update) { return update.is_seen; }),
                 updates_.end());
  seen_ = 0;
  orders_.clear();
}

}  // namespace revprof

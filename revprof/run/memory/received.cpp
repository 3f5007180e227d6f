// SPDX-License-Identifier: BSD-3-Clause
// Sorts updates by their arrival and replays them.
#include "revprof/run/memory/received.hpp"

#include <algorithm>

namespace revprof {

namespace {

// What nobody waits for, and no barrier ends, must not grow without end.
constexpr std::size_t most_updates = std::size_t{1} << 18, most_blocks = 256;

// The word [key, key + bytes) of an update that covers it.
std::uint64_t part_of(const Update& update, std::uint64_t key, std::int64_t bytes) {
  return low_bytes(update.operand >> (8 * (key - update.key)), bytes);
}

bool is_exact(const Update& update, std::uint64_t key, std::int64_t bytes) {
  if (update.operation == Change::block || !update.covers(key, bytes)) return false;
  return update.operation == Change::set || update.key == key;
}

std::uint64_t made_by(const Update& update) {
  return applied(update.operation, update.old, update.operand, update.bytes);
}

void count(std::map<std::uint64_t, int>& found, std::uint64_t value, int times) {
  int& sum = found[value];
  sum += times;
  if (sum == 0) found.erase(value);
}

}  // namespace

void Received::take(Update&& update) {
  if (update.operation == Change::none) return;
  if (update.operation == Change::block) {
    blocks_.push_back(std::move(update));
    if (blocks_.size() > most_blocks) blocks_.pop_front();
    return;
  }
  if (count_ >= most_updates) {
    forgotten_ += static_cast<std::int64_t>(count_);
    words_.clear();
    count_ = 0;
  }
  words_[update.key / 8].push_back(std::move(update));
  ++count_;
}

void Received::pass_barrier(std::int64_t epoch) {
  const auto is_over = [&](const Update& update) { return update.epoch < epoch; };
  for (auto word = words_.begin(); word != words_.end();) {
    Updates& updates = word->second;
    for (const Update& update : updates) {
      if (const auto seen = seen_.find(update.key); is_over(update) && seen != seen_.end()) {
        seen->second.forget();
      }
    }
    const auto kept = std::remove_if(updates.begin(), updates.end(), is_over);
    count_ -= static_cast<std::size_t>(updates.end() - kept);
    updates.erase(kept, updates.end());
    word = updates.empty() ? words_.erase(word) : std::next(word);
  }
  blocks_.erase(std::remove_if(blocks_.begin(), blocks_.end(), is_over), blocks_.end());
}

std::vector<Update*> Received::touching(std::uint64_t key, std::int64_t bytes) {
  std::vector<Update*> found;
  const std::uint64_t last = (key + static_cast<std::uint64_t>(bytes) - 1) / 8;
  for (std::uint64_t at = key / 8 - 1; at != last + 1; ++at) {
    const auto word = words_.find(at);
    if (word == words_.end()) continue;
    for (Update& update : word->second) {
      if (update.touches(key, bytes)) found.push_back(&update);
    }
  }
  for (Update& update : blocks_) {
    if (update.touches(key, bytes)) found.push_back(&update);
  }
  return found;
}

bool Received::knows_of(std::uint64_t key, std::int64_t bytes) const {
  return !const_cast<Received*>(this)->touching(key, bytes).empty();
}

std::optional<std::uint64_t> Received::base(Seen& seen, const std::vector<Update*>& updates) {
  auto found = seen.found;
  std::optional<std::uint64_t> of_atomic;
  for (const Update* const update : updates) {
    if (!update->is_atomic) continue;
    of_atomic = update->old;
    count(found, update->old, 1);
    count(found, made_by(*update), -1);
  }
  if (!of_atomic) return seen.is_known ? std::optional(seen.value) : std::nullopt;
  const auto begins = [&](const auto& entry) {
    return entry.second > 0 && (!seen.origin || entry.first != *seen.origin);
  };
  const auto other = std::find_if(found.begin(), found.end(), begins);
  if (seen.origin && other == found.end()) return seen.value;
  // The first ones, or the program has written the word itself since.
  seen.forget();
  seen.origin = other == found.end() ? *of_atomic : other->first;
  return seen.origin;
}

void Received::see(Seen& seen, const std::vector<Update*>& updates) {
  for (const Update* const update : updates) {
    if (update->is_atomic) {
      count(seen.found, update->old, 1);
      count(seen.found, made_by(*update), -1);
    } else {
      seen.found.clear();
      seen.origin.reset();
    }
  }
}

void Received::remove(std::uint64_t key, std::int64_t bytes, const std::vector<Update*>& updates) {
  const auto is_one = [&](const Update& update) {
    return std::find(updates.begin(), updates.end(), &update) != updates.end();
  };
  const std::uint64_t last = (key + static_cast<std::uint64_t>(bytes) - 1) / 8;
  for (std::uint64_t at = key / 8 - 1; at != last + 1; ++at) {
    const auto word = words_.find(at);
    if (word == words_.end()) continue;
    Updates kept;
    for (Update& update : word->second) {
      if (!is_one(update)) kept.push_back(std::move(update));
    }
    count_ -= word->second.size() - kept.size();
    word->second = std::move(kept);
    if (word->second.empty()) words_.erase(word);
  }
}

// The order of arrival on one lane, and what is after it.
Received::Order Received::replay(std::vector<Update*> updates, std::size_t lane,
                                 std::optional<std::uint64_t> word, std::uint64_t key,
                                 std::int64_t bytes, const Holds& holds) {
  std::stable_sort(updates.begin(), updates.end(), [&](const Update* a, const Update* b) {
    return a->flight.arrival[lane] < b->flight.arrival[lane];
  });
  std::size_t number = 0;
  bool found = false;
  for (; number < updates.size() && !found; ++number) {
    const Update& update = *updates[number];
    if (update.operation == Change::set) {
      word = part_of(update, key, bytes);
    } else if (word) {
      word = applied(update.operation, *word, update.operand, bytes);
    }
    found = word && holds(*word);
  }
  updates.resize(number);
  return {std::move(updates), found, word};
}

std::optional<Engine::Flight> Received::decide(std::uint64_t key, std::int64_t bytes,
                                               const Engine& engine, const Holds& holds) {
  const std::vector<Update*> all = touching(key, bytes);
  std::vector<Update*> exact;
  std::copy_if(all.begin(), all.end(), std::back_inserter(exact),
               [&](const Update* update) { return is_exact(*update, key, bytes); });
  Seen& seen = seen_[key];
  const std::optional<std::uint64_t> before = base(seen, exact);
  if (before && holds(*before)) {
    seen.is_known = true;
    seen.value = *before;
    return std::nullopt;
  }
  if (all.empty()) return std::nullopt;

  const auto lanes = static_cast<std::size_t>(engine.lanes());
  std::optional<Engine::Flight> decided;
  Order primary;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    Order order = replay(exact, lane, before, key, bytes, holds);
    // Where none did it that is known, it was the last one of those that may have.
    const Update* winner = order.found ? order.updates.back() : nullptr;
    for (const Update* const update : all) {
      if (order.found) break;
      if (winner == nullptr || update->flight.arrival[lane] > winner->flight.arrival[lane]) {
        winner = update;
      }
    }
    if (!decided) decided = winner->flight;
    decided->sent[lane] = winner->flight.sent[lane];
    decided->arrival[lane] = winner->flight.arrival[lane];
    if (engine.path() != nullptr && engine.path()->lane() == lane) {
      decided->arrival[lanes] = winner->flight.arrival[lanes];
    }
    if (lane == 0) primary = std::move(order);
  }
  see(seen, primary.updates);
  seen.is_known = primary.found;
  seen.value = primary.word.value_or(0);
  remove(key, bytes, primary.updates);
  return decided;
}

void Received::look(std::uint64_t key, std::int64_t bytes, std::uint64_t now) {
  const auto found = seen_.find(key);
  if (found == seen_.end() || !found->second.is_known || found->second.value == now) return;
  for (const Update* const update : touching(key, bytes)) {
    if (!is_exact(*update, key, bytes)) return;  // it may have been that one
    const bool is_set = update->operation == Change::set && !update->is_atomic;
    if ((is_set ? part_of(*update, key, bytes) : made_by(*update)) == now) return;
  }
  found->second.forget();
  found->second.is_known = true;
  found->second.value = now;
}

}  // namespace revprof

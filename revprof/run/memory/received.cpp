// SPDX-License-Identifier: BSD-3-Clause
// Replays updates in the order of their arrival.
#include "revprof/run/memory/received.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

namespace {

// What nobody waits for, and no barrier ends, must not grow without end.
constexpr std::size_t most_updates = std::size_t{1} << 18, most_blocks = 256;

// The word [key, key + bytes) of an update that covers it.
std::uint64_t part_of(const Update& update, std::uint64_t key, std::int64_t bytes) {
  return low_bytes(update.operand >> (8 * (key - update.key)), bytes);
}

bool is_exact(const Update& update, std::uint64_t key, std::int64_t bytes) {
  return update.covers(key, bytes) && (update.operation == Change::set || update.key == key);
}

}  // namespace

// Updates of several words, one after the other as they arrive on a lane.
class Received::InOrder {
 public:
  InOrder(const Words& words, std::size_t lane) : lane_(lane) {
    for (Pending* const word : words) next_.push_back({word, word->sort(lane)});
  }

  // Its word is nullptr: that was the last one.
  Place take() {
    Place first;
    std::size_t* taken = nullptr;
    for (auto& [word, from] : next_) {
      const Pending::Arrival* const arrival = word->at(lane_, from);
      if (arrival == nullptr || (first.word != nullptr && *first.arrival < *arrival)) continue;
      first = {word, arrival};
      taken = &from;
    }
    if (taken != nullptr) ++*taken;
    return first;
  }

 private:
  std::size_t lane_;
  std::vector<std::pair<Pending*, std::size_t>> next_;
};

void Received::take(Update&& update) {
  if (update.operation == Change::none) return;
  update.number = number_++;
  if (update.operation == Change::block || update.operation == Change::ends) {
    for (const auto& [key, seen] : seen_) {
      if (update.touches(key, 1) && update.flight.arrival[0] < seen.ended) ++late_;
    }
    blocks_.push_back({std::move(update), {}});
    if (blocks_.size() > most_blocks) blocks_.pop_front();
    return;
  }
  const auto seen = seen_.find(update.key);
  if (seen != seen_.end() && update.flight.arrival[0] < seen->second.ended) ++late_;
  take_word(std::move(update));
}

void Received::take_word(Update&& update) {
  if (count_ >= most_updates) {
    forgotten_ += static_cast<std::int64_t>(count_);
    words_.clear();
    count_ = 0;
  }
  std::vector<Pending>& words = words_[update.key / 8];
  auto word = std::find_if(words.begin(), words.end(), [&](const Pending& other) {
    return other.is_of(update.key, update.bytes);
  });
  if (word == words.end()) word = words.emplace(words.end(), update.key, update.bytes);
  word->add(std::move(update));
  ++count_;
}

void Received::take_ends(std::uint64_t key, std::int64_t bytes) {
  for (Block& block : blocks_) {
    const std::optional<std::uint64_t> word = block.update.at_end(key, bytes);
    if (!word || std::find(block.taken.begin(), block.taken.end(), key) != block.taken.end()) {
      continue;
    }
    block.taken.push_back(key);
    Update update = block.update;
    update.key = key;
    update.bytes = bytes;
    update.operation = Change::set;
    update.operand = *word;
    take_word(std::move(update));
  }
}

void Received::pass_barrier(std::int64_t epoch) {
  const auto is_over = [&](const Update& update) { return update.epoch < epoch; };
  for (auto at = words_.begin(); at != words_.end();) {
    std::vector<Pending>& words = at->second;
    for (Pending& word : words) {
      const auto seen = seen_.find(word.key());
      if (seen != seen_.end() && word.any(is_over)) seen->second.forget();
      count_ -= word.size();
      word.end_before(epoch);
      count_ += word.size();
    }
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](const Pending& word) { return word.size() == 0; }),
                words.end());
    at = words.empty() ? words_.erase(at) : std::next(at);
  }
  blocks_.erase(std::remove_if(blocks_.begin(), blocks_.end(),
                               [&](const Block& block) { return is_over(block.update); }),
                blocks_.end());
}

Received::Words Received::words_at(std::uint64_t key, std::int64_t bytes) {
  Words found;
  const std::uint64_t last = (key + static_cast<std::uint64_t>(bytes) - 1) / 8;
  for (std::uint64_t at = key / 8 - 1; at != last + 1; ++at) {
    const auto words = words_.find(at);
    if (words == words_.end()) continue;
    for (Pending& word : words->second) {
      if (word.touches(key, bytes)) found.push_back(&word);
    }
  }
  return found;
}

std::vector<const Update*> Received::blocks_at(std::uint64_t key, std::int64_t bytes) const {
  std::vector<const Update*> found;
  for (const auto& [update, taken] : blocks_) {
    if (update.touches(key, bytes) && !update.at_end(key, bytes)) found.push_back(&update);
  }
  return found;
}

bool Received::knows_of(std::uint64_t key, std::int64_t bytes) {
  take_ends(key, bytes);
  return !words_at(key, bytes).empty() || !blocks_at(key, bytes).empty();
}

std::optional<std::uint64_t> Received::base(Seen& seen, const Words& words, std::uint64_t key,
                                            std::int64_t bytes) {
  FoundValues found = seen.found;
  const Update* last = nullptr;  // that is atomic
  for (const Pending* const word : words) {
    if (!word->begins(key, bytes)) continue;
    found.add(word->found());
    const Update* const update = word->last_atomic();
    if (update != nullptr && (last == nullptr || last->number < update->number)) last = update;
  }
  if (last == nullptr) return seen.is_known ? std::optional(seen.value) : std::nullopt;
  const std::optional<std::uint64_t> other = found.origin_but(seen.origin);
  if (seen.origin && !other) return seen.value;
  // The first ones, or the program has written the word itself since.
  seen.forget();
  seen.origin = other ? *other : last->old;
  return seen.origin;
}

void Received::see(Seen& seen, const std::vector<Place>& updates) {
  for (const Place& place : updates) {
    if (place.update().is_atomic) {
      seen.found.add(place.update());
    } else {
      seen.found.clear();
      seen.origin.reset();
    }
    place.word->see(*place.arrival);
  }
  count_ -= updates.size();
}

void Received::sweep(std::uint64_t key, std::int64_t bytes) {
  const std::uint64_t last = (key + static_cast<std::uint64_t>(bytes) - 1) / 8;
  for (std::uint64_t at = key / 8 - 1; at != last + 1; ++at) {
    const auto found = words_.find(at);
    if (found == words_.end()) continue;
    std::vector<Pending>& words = found->second;
    for (Pending& word : words) word.sweep();
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](const Pending& word) { return word.size() == 0; }),
                words.end());
    if (words.empty()) words_.erase(found);
  }
}

// The order of arrival on one lane, and what is after it.
Received::Order Received::replay(const Words& words, std::size_t lane,
                                 std::optional<std::uint64_t> word, std::uint64_t key,
                                 std::int64_t bytes, const Holds& holds) {
  Order order;
  order.word = word;
  InOrder arrivals(words, lane);
  for (Place next = arrivals.take(); next.word != nullptr && !order.found; next = arrivals.take()) {
    const Update& update = next.update();
    if (!is_exact(update, key, bytes)) continue;
    order.updates.push_back(next);
    if (update.operation == Change::set) {
      order.word = part_of(update, key, bytes);
    } else if (order.word) {
      order.word = applied(update.operation, *order.word, update.operand, bytes);
    }
    order.found = order.word && holds(*order.word);
  }
  return order;
}

const Update* Received::latest(const Words& words, const std::vector<const Update*>& blocks,
                               std::size_t lane) {
  const Update* latest = nullptr;
  const auto times = [&](const Update& update) {
    return std::pair(update.flight.arrival[lane], update.flight.sent[lane]);
  };
  const auto note = [&](const Update& update) {
    if (latest == nullptr || times(update) > times(*latest)) latest = &update;
    return false;
  };
  for (const Pending* const word : words) word->any(note);
  for (const Update* const update : blocks) note(*update);
  return latest;
}

// Which of several was the last is the host's affair: others may have come since the word was so.
void Received::note_doubt(const Seen& seen, const std::vector<const Update*>& blocks) {
  const auto is_new = [&](const Update* update) { return update->flight.arrival[0] > seen.ended; };
  if (std::count_if(blocks.begin(), blocks.end(), is_new) > 1) ++late_;
}

std::optional<Engine::Flight> Received::decide(std::uint64_t key, std::int64_t bytes,
                                               const Engine& engine, const Holds& holds) {
  take_ends(key, bytes);
  const Words words = words_at(key, bytes);
  const std::vector<const Update*> blocks = blocks_at(key, bytes);
  Seen& seen = seen_[key];
  const std::optional<std::uint64_t> before = base(seen, words, key, bytes);
  if (before && holds(*before)) {
    seen.is_known = true;
    seen.value = *before;
    return std::nullopt;
  }
  if (words.empty() && blocks.empty()) return std::nullopt;

  const auto lanes = static_cast<std::size_t>(engine.lanes());
  std::optional<Engine::Flight> decided;
  Order primary;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    Order order = replay(words, lane, before, key, bytes, holds);
    // Where none did it that is known, it was the last one of those that may have.
    const Update& winner =
        order.found ? order.updates.back().update() : *latest(words, blocks, lane);
    if (!decided) decided = winner.flight;
    decided->sent[lane] = winner.flight.sent[lane];
    decided->arrival[lane] = winner.flight.arrival[lane];
    if (engine.path() != nullptr && engine.path()->lane() == lane) {
      decided->arrival[lanes] = winner.flight.arrival[lanes];
    }
    if (lane == 0) primary = std::move(order);
  }
  if (!primary.found) note_doubt(seen, blocks);
  see(seen, primary.updates);
  seen.ended = std::max(seen.ended, decided->arrival[0]);
  seen.is_known = primary.found;
  seen.value = primary.word.value_or(0);
  sweep(key, bytes);
  return decided;
}

void Received::look(std::uint64_t key, std::int64_t bytes, std::uint64_t now) {
  const auto found = seen_.find(key);
  if (found == seen_.end() || !found->second.is_known || found->second.value == now) return;
  take_ends(key, bytes);
  // It may have been one of these.
  if (!blocks_at(key, bytes).empty()) return;
  for (const Pending* const word : words_at(key, bytes)) {
    const bool may_be = word->any([&](const Update& update) {
      if (!is_exact(update, key, bytes)) return true;
      const bool is_set = update.operation == Change::set && !update.is_atomic;
      return (is_set ? part_of(update, key, bytes) : update.made()) == now;
    });
    if (may_be) return;
  }
  found->second.forget();
  found->second.is_known = true;
  found->second.value = now;
}

}  // namespace revprof

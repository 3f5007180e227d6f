// SPDX-License-Identifier: BSD-3-Clause
// A table by hash, of which no entry ever goes.
#include "revprof/run/memory/last_changes.hpp"

#include <sched.h>

namespace revprof {

namespace {

constexpr std::size_t all_cells = std::size_t{1} << 15;
constexpr std::size_t most_tries = 64;

// Two words have the same one in one of 2^64 cases.
std::int64_t tag_of(int pe, std::uint64_t key) {
  std::uint64_t h = key * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(pe + 2) << 17;
  h = (h ^ h >> 31) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  return static_cast<std::int64_t>(h == 0 ? 1 : h);
}

}  // namespace

// Holds a cell for a moment.
class LastChanges::Taken {
 public:
  explicit Taken(Word* cell) : cell_(cell) {
    for (std::int64_t free = 0;
         !cell_[taken_at].compare_exchange_weak(free, 1, std::memory_order_acquire); free = 0) {
      sched_yield();
    }
  }
  ~Taken() { cell_[taken_at].store(0, std::memory_order_release); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  Word* cell_;
};

void LastChanges::open(Team& team, std::size_t clock_values) {
  rank_ = team.rank();
  values_ = clock_values;
  const std::size_t bytes = all_cells * (clock_at + values_) * sizeof(Word);
  memory_.open(team, bytes, bytes);
}

LastChanges::Word* LastChanges::find(int pe, std::uint64_t key, bool make) const {
  if (memory_.address() == nullptr) return nullptr;
  const std::int64_t tag = tag_of(pe, key);
  for (std::size_t i = 0; i < most_tries; ++i) {
    const std::size_t index = (static_cast<std::uint64_t>(tag) + i) % all_cells;
    Word* const cell = reinterpret_cast<Word*>(memory_.address()) + index * (clock_at + values_);
    std::int64_t found = cell[tag_at].load(std::memory_order_acquire);
    if (found == 0 && make && cell[tag_at].compare_exchange_strong(found, tag)) return cell;
    if (found == tag) return cell;
    if (found == 0 && !make) return nullptr;
  }
  return nullptr;
}

void LastChanges::write(int pe, std::uint64_t key, std::uint64_t value, const Clock& clock,
                        SimTime at) {
  Word* const cell = find(pe, key, true);
  if (cell == nullptr) return;
  const Taken taken(cell);
  cell[writer_at].store(rank_ + 1, std::memory_order_relaxed);
  cell[value_at].store(static_cast<std::int64_t>(value), std::memory_order_relaxed);
  for (std::size_t v = 0; v < values_; ++v) {
    cell[clock_at + v].store(clock[v], std::memory_order_relaxed);
  }
  note(cell, at);
}

void LastChanges::note(Word* cell, SimTime at) {
  if (at > cell[latest_at].load(std::memory_order_relaxed)) {
    cell[latest_at].store(at, std::memory_order_relaxed);
  }
}

void LastChanges::look(int pe, std::uint64_t key, SimTime at) {
  Word* const cell = find(pe, key, true);
  if (cell == nullptr) return;
  const Taken taken(cell);
  note(cell, at);
  cell[order_at].store(1, std::memory_order_release);
}

bool LastChanges::has_order(int pe, std::uint64_t key) const {
  const Word* const cell = find(pe, key, false);
  return cell != nullptr && cell[order_at].load(std::memory_order_acquire) != 0;
}

SimTime LastChanges::latest(int pe, std::uint64_t key) const {
  const Word* const cell = find(pe, key, false);
  return cell == nullptr ? 0 : cell[latest_at].load(std::memory_order_acquire);
}

std::int64_t LastChanges::line_up(std::uint64_t key) {
  Word* const cell = find(of_lock, key, true);
  return cell == nullptr ? not_followed : cell[tail_at].fetch_add(1);
}

std::int64_t LastChanges::line_up_first(std::uint64_t key) {
  Word* const cell = find(of_lock, key, true);
  if (cell == nullptr) return not_followed;
  std::int64_t head = cell[head_at].load(std::memory_order_acquire);
  return cell[tail_at].compare_exchange_strong(head, head + 1) ? head : no_place;
}

std::int64_t LastChanges::lined_up(std::uint64_t key) const {
  const Word* const cell = find(of_lock, key, false);
  return cell == nullptr ? not_followed : cell[tail_at].load(std::memory_order_acquire);
}

bool LastChanges::is_first(std::uint64_t key, std::int64_t place) const {
  const Word* const cell = find(of_lock, key, false);
  return cell == nullptr || cell[head_at].load(std::memory_order_acquire) == place;
}

void LastChanges::leave(std::uint64_t key) {
  Word* const cell = find(of_lock, key, false);
  if (cell == nullptr || cell[head_at].load() == cell[tail_at].load()) return;
  cell[head_at].fetch_add(1, std::memory_order_release);
}

std::optional<LastChanges::Content> LastChanges::read(int pe, std::uint64_t key) const {
  Word* const cell = find(pe, key, false);
  if (cell == nullptr) return std::nullopt;
  const Taken taken(cell);
  Content content;
  content.writer = static_cast<int>(cell[writer_at].load(std::memory_order_relaxed)) - 1;
  if (content.writer < 0) return std::nullopt;
  content.value = static_cast<std::uint64_t>(cell[value_at].load(std::memory_order_relaxed));
  content.clock.resize(values_);
  for (std::size_t v = 0; v < values_; ++v) {
    content.clock[v] = cell[clock_at + v].load(std::memory_order_relaxed);
  }
  return content;
}

}  // namespace revprof

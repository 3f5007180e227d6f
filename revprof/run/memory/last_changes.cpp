// SPDX-License-Identifier: BSD-3-Clause
// A table by hash. Who changes or reads a cell holds it; one whose word is over becomes another's.
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

void LastChanges::open(Team& team, std::size_t clock_values) {
  rank_ = team.rank();
  values_ = clock_values;
  const std::size_t bytes = (1 + all_cells) * cell_words() * sizeof(Word);
  memory_.open(team, bytes, bytes);
}

// The first one is none, but says what has been lost.
LastChanges::Word* LastChanges::cell(std::size_t number) const {
  return reinterpret_cast<Word*>(memory_.address()) + number * cell_words();
}

bool LastChanges::is_kept(const Word* cell) {
  return cell[order_at].load(std::memory_order_acquire) != 0 ||
         cell[tail_at].load(std::memory_order_acquire) != 0;
}

bool LastChanges::is_over(const Word* cell) const {
  return !is_kept(cell) && cell[epoch_at].load(std::memory_order_relaxed) < epoch_;
}

LastChanges::Places LastChanges::places_of(std::int64_t tag) const {
  Places places;
  if (memory_.address() == nullptr) return places;
  for (std::size_t i = 0; i < most_tries; ++i) {
    Word* const at = cell(1 + (static_cast<std::uint64_t>(tag) + i) % all_cells);
    const std::int64_t found = at[tag_at].load(std::memory_order_acquire);
    if (found == tag) places.own = at;
    if (places.free == nullptr && (found == 0 || is_over(at))) places.free = at;
    if (places.taken == nullptr && !is_kept(at)) places.taken = at;
    if (found == 0 || found == tag) break;
  }
  return places;
}

LastChanges::Held LastChanges::hold(int pe, std::uint64_t key, Make make) const {
  const std::int64_t tag = tag_of(pe, key);
  for (;;) {
    const Places places = places_of(tag);
    Word* at = places.own;
    if (at == nullptr && make != Make::none) at = places.free;
    if (at == nullptr && make != Make::none && memory_.address() != nullptr) {
      cell(0)[epoch_at].store(epoch_ + 1, std::memory_order_relaxed);
      if (make == Make::kept) at = places.taken;
    }
    if (at == nullptr) return {};
    for (std::int64_t free = 0;
         !at[taken_at].compare_exchange_weak(free, 1, std::memory_order_acquire); free = 0) {
      sched_yield();
    }
    Held held(at);
    const std::int64_t found = at[tag_at].load(std::memory_order_relaxed);
    if (found == tag) return held;
    // Another one may have come first.
    if (places.own != nullptr || is_kept(at) || (at == places.free && found != 0 && !is_over(at))) {
      continue;
    }
    for (const Field field : {writer_at, latest_at}) at[field].store(0, std::memory_order_relaxed);
    at[epoch_at].store(epoch_, std::memory_order_relaxed);
    at[tag_at].store(tag, std::memory_order_release);
    return held;
  }
}

// What is kept never goes: no cell has to be held for that.
LastChanges::Word* LastChanges::find_kept(int pe, std::uint64_t key) const {
  const std::int64_t tag = tag_of(pe, key);
  Word* const own = places_of(tag).own;
  if (own == nullptr || !is_kept(own)) return nullptr;
  return own[tag_at].load(std::memory_order_relaxed) == tag ? own : nullptr;
}

void LastChanges::write(int pe, std::uint64_t key, std::uint64_t value, const Clock& clock,
                        SimTime at) {
  const Held held = hold(pe, key, pe == of_lock ? Make::kept : Make::any);
  Word* const cell = held.get();
  if (cell == nullptr) return;
  cell[writer_at].store(rank_ + 1, std::memory_order_relaxed);
  cell[epoch_at].store(epoch_, std::memory_order_relaxed);
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

bool LastChanges::look(int pe, std::uint64_t key, SimTime at) {
  const Held held = hold(pe, key, Make::kept);
  if (held == nullptr) return false;
  note(held.get(), at);
  held.get()[order_at].store(1, std::memory_order_release);
  return true;
}

bool LastChanges::has_order(int pe, std::uint64_t key) const {
  const Word* const cell = find_kept(pe, key);
  return cell != nullptr && cell[order_at].load(std::memory_order_acquire) != 0;
}

SimTime LastChanges::latest(int pe, std::uint64_t key) const {
  const Held held = hold(pe, key, Make::none);
  return held == nullptr ? 0 : held.get()[latest_at].load(std::memory_order_relaxed);
}

std::int64_t LastChanges::line_up(std::uint64_t key) {
  const Held held = hold(of_lock, key, Make::kept);
  return held == nullptr ? not_followed : held.get()[tail_at].fetch_add(1);
}

std::int64_t LastChanges::line_up_first(std::uint64_t key) {
  const Held held = hold(of_lock, key, Make::kept);
  if (held == nullptr) return not_followed;
  std::int64_t head = held.get()[head_at].load(std::memory_order_acquire);
  return held.get()[tail_at].compare_exchange_strong(head, head + 1) ? head : no_place;
}

std::int64_t LastChanges::lined_up(std::uint64_t key) const {
  const Word* const cell = find_kept(of_lock, key);
  return cell == nullptr ? not_followed : cell[tail_at].load(std::memory_order_acquire);
}

bool LastChanges::is_empty(std::uint64_t key) const {
  const Word* const cell = find_kept(of_lock, key);
  if (cell == nullptr) return true;
  const std::int64_t head = cell[head_at].load(std::memory_order_acquire);
  return cell[tail_at].load(std::memory_order_acquire) == head;
}

bool LastChanges::is_first(std::uint64_t key, std::int64_t place) const {
  const Word* const cell = find_kept(of_lock, key);
  return cell == nullptr || cell[head_at].load(std::memory_order_acquire) == place;
}

void LastChanges::leave(std::uint64_t key) {
  Word* const cell = find_kept(of_lock, key);
  if (cell == nullptr || cell[head_at].load() == cell[tail_at].load()) return;
  cell[head_at].fetch_add(1, std::memory_order_release);
}

std::optional<LastChanges::Content> LastChanges::read(int pe, std::uint64_t key) const {
  const Held held = hold(pe, key, Make::none);
  const Word* const cell = held.get();
  if (cell == nullptr) return std::nullopt;
  if (pe != of_lock && cell[epoch_at].load(std::memory_order_relaxed) < epoch_) return std::nullopt;
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

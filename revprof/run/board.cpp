// SPDX-License-Identifier: BSD-3-Clause
// The board's memory: every process allocates in a part of its own, without a lock.
#include "revprof/run/board.hpp"

#include <algorithm>
#include <new>

namespace revprof {

namespace {

// Of address space: memory is taken when it is needed.
constexpr std::uint64_t bytes_per_process = std::uint64_t{64} << 20;
constexpr std::uint64_t reserved_at_once = 64 << 10;
constexpr std::int64_t first_depth = 2;  // enough where all wait for all
constexpr int depth_bits = 24;

int logarithm(std::size_t bytes) {
  int power = 6;  // a cache line
  while ((std::size_t{1} << power) < bytes) ++power;
  return power;
}

}  // namespace

void Board::open(Team& team, std::size_t values) {
  values_ = values;
  const std::uint64_t bytes = bytes_per_process * static_cast<std::uint64_t>(team.processes());
  if (team.processes() == 1 || bytes > offset_mask || !memory_.open(team, bytes, 0)) return;
  next_ = reserved_ = bytes_per_process * static_cast<std::uint64_t>(team.rank());
  end_ = next_ + bytes_per_process;
  next_ += 64;  // no place is 0
  if (!team.all(allocate(64) != 0)) close();
}

void Board::close() { memory_.close(); }

std::uint64_t Board::allocate(std::size_t bytes) {
  const int power = logarithm(bytes);
  auto& free = free_[power];
  if (!free.empty()) {
    const std::uint64_t offset = free.back();
    free.pop_back();
    return offset;
  }
  const std::uint64_t offset = next_, end = offset + (std::uint64_t{1} << power);
  if (end > end_) return 0;
  if (end > reserved_) {
    const std::uint64_t more =
        std::max(end - reserved_, std::min(reserved_at_once, end_ - reserved_));
    if (!memory_.reserve(reserved_, more)) return 0;
    reserved_ += more;
  }
  next_ = end;
  return offset;
}

void Board::free(std::uint64_t offset, std::size_t bytes) {
  free_[logarithm(bytes)].push_back(offset);
}

Board::Ring Board::unpack(std::uint64_t ring) {
  return {ring & offset_mask, static_cast<std::int64_t>(ring >> offset_bits)};
}

std::uint64_t Board::pack(const Ring& ring) {
  return ring.offset | static_cast<std::uint64_t>(ring.depth) << offset_bits;
}

std::size_t Board::ring_bytes(std::int64_t depth) const {
  return static_cast<std::size_t>(depth) * (values_ + 1) * sizeof(Word);
}

// A slot is its record's number and the record.
Board::Word* Board::slot(const Ring& ring, std::int64_t number) const {
  auto* const first = reinterpret_cast<Word*>(memory_.address() + ring.offset);
  return first + static_cast<std::size_t>(number & (ring.depth - 1)) * (values_ + 1);
}

std::uint64_t Board::make_ring(std::int64_t depth) {
  const std::uint64_t offset =
      depth < std::int64_t{1} << depth_bits ? allocate(ring_bytes(depth)) : 0;
  if (offset == 0) return 0;
  const Ring ring{offset, depth};
  for (std::int64_t i = 0; i < depth; ++i) new (slot(ring, i)) Word(0);
  return pack(ring);
}

Board::Place Board::join() {
  const std::lock_guard<std::mutex> lock(mutex_);
  reclaim();
  std::uint64_t offset = 0;
  if (!idle_.empty()) {
    offset = idle_.back();
    idle_.pop_back();
  } else if ((offset = allocate(sizeof(Member))) != 0) {
    new (&member(offset)) Member{};
  }
  const std::uint64_t ring = offset == 0 ? 0 : make_ring(first_depth);
  if (ring == 0) return 0;
  Member& made = member(offset);
  made.ring.store(ring, std::memory_order_relaxed);
  made.done.store(1, std::memory_order_relaxed);
  made.failures.store(0, std::memory_order_relaxed);
  made.cell.store(0, std::memory_order_relaxed);
  made.closed.store(false, std::memory_order_relaxed);
  made.begun.store(0, std::memory_order_relaxed);
  const std::uint64_t generation = made.generation.load(std::memory_order_relaxed) + 1;
  made.generation.store(generation, std::memory_order_release);
  return offset | generation << offset_bits;
}

void Board::leave(Place own, const std::vector<Place>& members) {
  if (!is_open()) return;  // MPI ends, and with it all communicators
  const std::lock_guard<std::mutex> lock(mutex_);
  member(own).closed.store(true, std::memory_order_release);
  left_.push_back({own, members});
}

// Another one's member whose generation is no longer the channel's has been reclaimed: its process
// has seen that all have left.
void Board::reclaim() {
  while (!left_.empty()) {
    const Left& oldest = left_.front();
    for (const Place place : oldest.members) {
      const Member& other = member(place);
      const bool closed = other.closed.load(std::memory_order_acquire);
      const std::uint64_t generation = other.generation.load(std::memory_order_acquire);
      const bool same = (generation << offset_bits) == (place & ~offset_mask);
      if (same && !closed) return;
    }
    reclaim(oldest);
    left_.pop_front();
  }
}

void Board::reclaim(const Left& left) {
  Member& own = member(left.own);
  outgrown_.emplace_back(left.own, unpack(own.ring.load(std::memory_order_relaxed)));
  const auto rest = std::partition(outgrown_.begin(), outgrown_.end(),
                                   [&](const auto& ring) { return ring.first != left.own; });
  for (auto ring = rest; ring != outgrown_.end(); ++ring) {
    free(ring->second.offset, ring_bytes(ring->second.depth));
  }
  outgrown_.erase(rest, outgrown_.end());
  const std::uint64_t cell = own.cell.load(std::memory_order_relaxed);
  if (cell != 0) free(cell, cell_words() * sizeof(Word));
  idle_.push_back(left.own & offset_mask);
}

bool Board::fits(Place own, std::int64_t number, std::int64_t done) const {
  return number - done < unpack(member(own).ring.load(std::memory_order_relaxed)).depth;
}

// The smaller ring stays for those who still read there.
bool Board::grow(Place place) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Member& own = member(place);
  const Ring old = unpack(own.ring.load(std::memory_order_relaxed));
  const std::uint64_t grown = make_ring(2 * old.depth);
  if (grown == 0) return false;
  for (std::int64_t i = 0; i < old.depth; ++i) {
    const Word* const from = slot(old, i);
    const SimTime number = from->load(std::memory_order_relaxed);
    if (number <= 0) continue;
    Word* const to = slot(unpack(grown), number);
    for (std::size_t v = 0; v <= values_; ++v) {
      to[v].store(from[v].load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
  }
  outgrown_.emplace_back(place, old);
  own.ring.store(grown, std::memory_order_release);
  return true;
}

bool Board::write(Place place, std::int64_t number, const SimTime* record, std::int64_t done) {
  while (!fits(place, number, done)) {
    if (!grow(place)) return false;
  }
  Word* const to = slot(unpack(member(place).ring.load(std::memory_order_relaxed)), number);
  for (std::size_t v = 0; v < values_; ++v) to[v + 1].store(record[v], std::memory_order_relaxed);
  to->store(number, std::memory_order_release);
  return true;
}

void Board::withdraw(Place place, std::int64_t number) {
  Word* const to = slot(unpack(member(place).ring.load(std::memory_order_relaxed)), number);
  // Where nobody was to read it, an earlier record is in its slot.
  if (to->load(std::memory_order_relaxed) == number) to->store(0, std::memory_order_release);
}

const SimTime* Board::find(Place place, std::int64_t number) const {
  const Word* const from = slot(unpack(member(place).ring.load(std::memory_order_acquire)), number);
  if (from->load(std::memory_order_acquire) != number) return nullptr;
  static_assert(sizeof(Word) == sizeof(SimTime) && Word::is_always_lock_free);
  return reinterpret_cast<const SimTime*>(from + 1);  // nobody writes it before it is read
}

void Board::make_cell(Place own) {
  if (!is_open() || (own & elsewhere) != 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t offset = allocate(cell_words() * sizeof(Word));
  if (offset == 0) return;
  auto* const words = reinterpret_cast<Word*>(memory_.address() + offset);
  for (std::size_t v = 0; v < cell_words(); ++v) new (words + v) Word(0);
  member(own).cell.store(offset, std::memory_order_release);
}

std::atomic<SimTime>* Board::cell(Place place) const {
  const std::uint64_t offset = member(place).cell.load(std::memory_order_acquire);
  return offset == 0 ? nullptr : reinterpret_cast<Word*>(memory_.address() + offset);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Where the records are, and how they are written and read at the same time.
#include "revprof/run/memory/rings.hpp"

#include <algorithm>
#include <functional>

namespace revprof {

namespace {

// Of all rings together; what nobody writes takes no memory.
constexpr std::size_t all_bytes = std::size_t{1} << 30;
constexpr std::int64_t most_records = 4096, fewest_records = 32;

std::int64_t fitting(std::size_t bytes) {
  std::int64_t depth = most_records;
  while (depth > fewest_records && static_cast<std::size_t>(depth) > bytes) depth /= 2;
  return depth;
}

}  // namespace

bool Rings::open(Team& team, std::size_t clock_values) {
  rank_ = team.rank();
  processes_ = team.processes();
  values_ = clock_values;
  slot_bytes_ = (flight_at + 2 * values_) * sizeof(Word);
  const auto pairs = static_cast<std::size_t>(processes_) * static_cast<std::size_t>(processes_);
  depth_ = fitting(all_bytes / pairs / slot_bytes_);
  ring_bytes_ = static_cast<std::size_t>(depth_) * slot_bytes_;
  next_.assign(static_cast<std::size_t>(processes_), 0);
  rooms_.assign(next_.size(), Room::unknown);
  const std::size_t heads = pairs * sizeof(Word);
  return memory_.open(team, heads + pairs * ring_bytes_, heads);
}

Rings::Word* Rings::head(int sender, int target) const {
  return reinterpret_cast<Word*>(memory_.address()) + sender * processes_ + target;
}

Rings::Word* Rings::slot(int sender, int target, std::int64_t number) const {
  const auto pair = static_cast<std::size_t>(sender * processes_ + target);
  const auto pairs = static_cast<std::size_t>(processes_) * static_cast<std::size_t>(processes_);
  return reinterpret_cast<Word*>(memory_.address() + pairs * sizeof(Word) + pair * ring_bytes_ +
                                 static_cast<std::size_t>(number % depth_) * slot_bytes_);
}

bool Rings::has_room(int target) {
  Room& room = rooms_[static_cast<std::size_t>(target)];
  if (room == Room::unknown) {
    const auto* const ring = reinterpret_cast<char*>(slot(rank_, target, 0));
    const auto from = static_cast<std::size_t>(ring - memory_.address());
    room = memory_.reserve(from, ring_bytes_) ? Room::there : Room::none;
  }
  return room == Room::there;
}

std::int64_t Rings::write(int target, const Update& update) {
  if (memory_.address() == nullptr || !has_room(target)) return -1;
  Word* const last = head(rank_, target);
  const std::int64_t number = last->load(std::memory_order_relaxed);
  Word* const words = slot(rank_, target, number);
  words[number_at].store(-1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  const auto put = [&](std::size_t at, std::int64_t value) {
    words[at].store(value, std::memory_order_relaxed);
  };
  put(filled_at, update.is_atomic ? 0 : 1);
  put(key_at, static_cast<std::int64_t>(update.key));
  put(bytes_at, update.bytes);
  put(operation_at, static_cast<std::int64_t>(update.operation));
  put(epoch_at, update.epoch);
  put(operand_at, static_cast<std::int64_t>(update.operand));
  put(old_at, static_cast<std::int64_t>(update.old));
  put_flight(words, update);
  words[number_at].store(number, std::memory_order_release);
  last->store(number + 1, std::memory_order_release);
  std::atomic_thread_fence(std::memory_order_seq_cst);  // before the update itself
  return number;
}

void Rings::put_flight(Word* words, const Update& update) const {
  for (std::size_t v = 0; v < values_; ++v) {
    words[flight_at + v].store(update.flight.sent[v], std::memory_order_relaxed);
    words[flight_at + values_ + v].store(update.flight.arrival[v], std::memory_order_relaxed);
  }
}

void Rings::fill(int target, std::int64_t number, const Update& update) {
  if (number < 0) return;
  Word* const words = slot(rank_, target, number);
  words[operation_at].store(static_cast<std::int64_t>(update.operation), std::memory_order_relaxed);
  words[old_at].store(static_cast<std::int64_t>(update.old), std::memory_order_relaxed);
  put_flight(words, update);
  words[filled_at].store(2, std::memory_order_release);
}

std::vector<std::int64_t> Rings::told() const {
  std::vector<std::int64_t> told;
  for (int sender = 0; sender < processes_; ++sender) {
    told.push_back(head(sender, rank_)->load(std::memory_order_acquire));
  }
  return told;
}

bool Rings::has_read(const std::vector<std::int64_t>& told) const {
  return std::equal(told.begin(), told.end(), next_.begin(), std::less_equal<>());
}

bool Rings::is_changing(std::uint64_t key, std::int64_t bytes) const {
  for (int sender = 0; is_behind_ && sender < processes_; ++sender) {
    std::int64_t number = next_[static_cast<std::size_t>(sender)];
    const std::int64_t end = head(sender, rank_)->load(std::memory_order_acquire);
    for (; number < end; ++number) {
      Update update;
      const Copied copied = copy(sender, number, update);
      if (copied == Copied::overwritten || update.touches(key, bytes)) return true;
    }
  }
  return false;
}

Rings::Copied Rings::copy(int sender, std::int64_t number, Update& update) const {
  const Word* const words = slot(sender, rank_, number);
  if (words[number_at].load(std::memory_order_acquire) != number) return Copied::overwritten;
  const bool being_made = words[filled_at].load(std::memory_order_acquire) == 0;
  const auto get = [&](std::size_t at) { return words[at].load(std::memory_order_relaxed); };
  update.is_atomic = get(filled_at) == 2;
  update.key = static_cast<std::uint64_t>(get(key_at));
  update.bytes = get(bytes_at);
  update.operation = static_cast<Change>(get(operation_at));
  update.epoch = get(epoch_at);
  update.operand = static_cast<std::uint64_t>(get(operand_at));
  update.old = static_cast<std::uint64_t>(get(old_at));
  update.sender = sender;
  update.flight.sent.resize(values_);
  update.flight.arrival.resize(values_);
  for (std::size_t v = 0; v < values_; ++v) {
    update.flight.sent[v] = get(flight_at + v);
    update.flight.arrival[v] = get(flight_at + values_ + v);
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  if (get(number_at) != number) return Copied::overwritten;
  return being_made ? Copied::being_made : Copied::whole;
}

}  // namespace revprof

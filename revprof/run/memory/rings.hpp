// SPDX-License-Identifier: BSD-3-Clause
// Records of updates in memory that all processes share: for each pair of processes a ring, in
// which the one that writes says what it is about to do to the other one's memory. So what can be
// seen there has its record here. Nobody waits: a full ring forgets its oldest record.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "revprof/run/memory/update.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

class Rings {
 public:
  // Of all processes. False: they do not share memory. A clock has so many values.
  bool open(Team& team, std::size_t clock_values);
  void close() { memory_.close(); }

  // What this process is about to do. The record's number, for fill(); -1: no memory is left.
  std::int64_t write(int target, const Update& update);
  // What an atomic update has found, and so done; and when.
  void fill(int target, std::int64_t number, const Update& update);

  // What the others have done since the last time, in the order in which each of them did it; up to
  // one that is being made now.
  template <class Take>
  void read(Take take) {
    is_behind_ = false;
    for (int sender = 0; sender < processes_; ++sender) read(sender, take);
  }
  // How many updates of this process's memory each of the others has told of; and whether so many
  // have been read.
  std::vector<std::int64_t> told() const;
  bool has_read(const std::vector<std::int64_t>& told) const;
  // Somebody was changing this word at the last read.
  bool is_changing(std::uint64_t key, std::int64_t bytes) const;
  // Records that were forgotten before they were read.
  std::int64_t forgotten() const { return forgotten_; }

 private:
  using Word = std::atomic<std::int64_t>;
  enum Field {
    number_at,
    filled_at,
    key_at,
    bytes_at,
    operation_at,
    epoch_at,
    operand_at,
    old_at,
    flight_at
  };

  Word* head(int sender, int target) const;
  Word* slot(int sender, int target, std::int64_t number) const;
  void put_flight(Word* words, const Update& update) const;
  bool has_room(int target);
  enum class Copied : std::uint8_t { whole, being_made, overwritten };
  Copied copy(int sender, std::int64_t number, Update& update) const;

  template <class Take>
  void read(int sender, Take take) {
    const std::int64_t end = head(sender, rank_)->load(std::memory_order_acquire);
    std::int64_t& next = next_[static_cast<std::size_t>(sender)];
    if (end - next > depth_) {
      forgotten_ += end - depth_ - next;
      next = end - depth_;
    }
    for (; next < end; ++next) {
      Update update;
      const Copied copied = copy(sender, next, update);
      if (copied == Copied::being_made) {
        is_behind_ = true;
        return;
      }
      copied == Copied::whole ? take(std::move(update)) : static_cast<void>(++forgotten_);
    }
  }

  SharedMemory memory_;
  int rank_ = 0, processes_ = 0;
  std::size_t values_ = 0, slot_bytes_ = 0, ring_bytes_ = 0;
  std::int64_t depth_ = 0;
  std::vector<std::int64_t> next_;  // by sender
  bool is_behind_ = false;
  enum class Room : std::uint8_t { unknown, there, none };
  std::vector<Room> rooms_;  // by target
  std::int64_t forgotten_ = 0;
};

}  // namespace revprof

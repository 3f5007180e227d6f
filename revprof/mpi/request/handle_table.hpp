// SPDX-License-Identifier: BSD-3-Clause
// A hash table from handles to records, made for the life of a request: inserted, found once or
// twice, erased. Open addressing, no allocation per entry (a node-based map costs as much as a
// small message).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "revprof/mpi/request/handle_bits.hpp"

namespace revprof {

// Does not own the records. A handle is there at most once.
template <class Handle, class Record>
class HandleTable {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }

  Record* find(Handle handle) const {
    if (entries_.empty()) return nullptr;
    const std::uint64_t key = bits_of(handle);
    for (std::size_t i = home(key); entries_[i].record != nullptr; i = next(i)) {
      if (entries_[i].key == key) return entries_[i].record;
    }
    return nullptr;
  }

  void insert(Handle handle, Record* record) {
    if (2 * (count_ + 1) > entries_.size()) grow();
    place({bits_of(handle), record});
    ++count_;
  }

  // Takes the record out; nullptr if there is none.
  Record* erase(Handle handle) {
    if (entries_.empty()) return nullptr;
    const std::uint64_t key = bits_of(handle);
    std::size_t hole = home(key);
    while (entries_[hole].record != nullptr && entries_[hole].key != key) hole = next(hole);
    Record* const record = entries_[hole].record;
    if (record == nullptr) return nullptr;
    // Close the hole: whatever behind it was pushed past it moves up.
    for (std::size_t i = next(hole); entries_[i].record != nullptr; i = next(i)) {
      const std::size_t displaced = (i - home(entries_[i].key)) & (entries_.size() - 1);
      const std::size_t gap = (i - hole) & (entries_.size() - 1);
      if (displaced >= gap) {
        entries_[hole] = entries_[i];
        hole = i;
      }
    }
    entries_[hole].record = nullptr;
    --count_;
    return record;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : entries_) {
      if (entry.record != nullptr) visit(handle_of<Handle>(entry.key), *entry.record);
    }
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Record* record = nullptr;
  };

  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> 20) & (entries_.size() - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (entries_.size() - 1); }

  void place(const Entry& entry) {
    std::size_t i = home(entry.key);
    while (entries_[i].record != nullptr) i = next(i);
    entries_[i] = entry;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.record != nullptr) place(entry);
    }
  }

  std::vector<Entry> entries_;  // a power of two of them, at most half full
  std::size_t count_ = 0;
};

}  // namespace revprof

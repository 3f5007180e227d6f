// SPDX-License-Identifier: BSD-3-Clause
// Counts what is alike: messages to each process, or receives from it, of one communicator and tag.
// The first message comes to the first receive, and so on (MPI-3.1 section 3.5).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace revprof {

class Ordinals {
 public:
  struct Key {
    std::uint64_t context;
    int process, tag;

    friend bool operator==(const Key& a, const Key& b) {
      return a.context == b.context && a.process == b.process && a.tag == b.tag;
    }
  };
  static constexpr std::size_t most_keys = 1 << 18;

  // The how-many-th this one is, from 1 on; 0: there are too many kinds to count them.
  std::uint32_t next(const Key& key) {
    if (2 * used_ >= entries_.size() && !grow()) return 0;
    Entry& entry = place_of(key);
    if (!entry.is_used) {
      entry.key = key;
      entry.is_used = true;
      ++used_;
    }
    return ++entry.count;
  }

  // The last one that was counted is none.
  void take_back(const Key& key) { --place_of(key).count; }

  // The communicator is freed, and no other one has its number.
  void forget(std::uint64_t context) {
    const auto is_its = [&](const Entry& entry) {
      return entry.is_used && entry.key.context == context;
    };
    if (std::none_of(entries_.begin(), entries_.end(), is_its)) return;
    std::vector<Entry> old(entries_.size());
    old.swap(entries_);
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.is_used && !is_its(entry)) keep(entry);
    }
  }

 private:
  struct Entry {
    Key key;
    std::uint32_t count;
    bool is_used;
  };

  void keep(const Entry& entry) {
    place_of(entry.key) = entry;
    ++used_;
  }

  Entry& place_of(const Key& key) {
    const std::uint64_t pair = static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.process))
                                   << 32 |
                               static_cast<std::uint32_t>(key.tag);
    const std::uint64_t mixed = (pair ^ key.context * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    std::size_t at = mixed >> 32;
    for (;; ++at) {
      Entry& entry = entries_[at & (entries_.size() - 1)];
      if (!entry.is_used || entry.key == key) return entry;
    }
  }
  bool grow() {
    if (used_ >= most_keys) return false;
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.is_used) keep(entry);
    }
    return true;
  }

  std::vector<Entry> entries_;  // a power of 2 of them
  std::size_t used_ = 0;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The memory that loads and stores are timed in: numbers to go through, or a chain of addresses.
#pragma once

#include <cstdint>

#include "characterize/operation.hpp"

namespace revprof {

class WorkingMemory {
 public:
  // So many bytes of numbers; or a chain through all their cache lines, in an order that no
  // prefetcher foretells, of the largest power of two that has room. What is there already stays.
  void fill_with_numbers(std::int64_t bytes);
  void fill_with_chain(std::int64_t bytes);

  // Each goes on where the last one ended, so that what does not fit a cache is never found there.
  void load_in_chain(std::int64_t loads);
  void read(std::int64_t bytes);
  void triad(std::int64_t bytes);  // of its three parts together
  // All of it once, so that it is where there is room for it.
  void pass_through();

  const void* place_in_chain() const { return next_; }

 private:
  enum class Content { nothing, numbers, chain };
  Buffer buffer_;
  char* begin_ = nullptr;  // of a cache line
  Content content_ = Content::nothing;
  std::int64_t bytes_ = 0, place_ = 0;
  const void* next_ = nullptr;
};

}  // namespace revprof

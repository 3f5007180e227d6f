// SPDX-License-Identifier: BSD-3-Clause
// The chain's order is that of a linear congruential generator: it passes every line once, and is
// written from one end to the other.
#include "characterize/node/working_memory.hpp"

#include <algorithm>

#include "characterize/node/kernel.hpp"

namespace revprof {

namespace {

constexpr std::int64_t line = 64;
constexpr std::int64_t turn = 256;  // of the loops: the least that they go through

char* aligned(char* memory, std::int64_t to) {
  const auto place = reinterpret_cast<std::uintptr_t>(memory);
  const auto step = static_cast<std::uintptr_t>(to);
  return memory + (step - place % step) % step;
}

}  // namespace

void WorkingMemory::fill_with_numbers(std::int64_t bytes) {
  bytes = std::max(bytes / (3 * turn), std::int64_t{1}) * (3 * turn);
  if (content_ == Content::numbers && bytes_ == bytes) return;
  buffer_.reserve(bytes + turn);
  begin_ = aligned(buffer_.data(), turn);
  std::fill_n(reinterpret_cast<double*>(begin_), bytes / 8, 1.0);
  content_ = Content::numbers, bytes_ = bytes, place_ = 0;
}

void WorkingMemory::fill_with_chain(std::int64_t bytes) {
  std::int64_t lines = 1;
  while (2 * lines * line <= bytes) lines *= 2;
  if (content_ == Content::chain && bytes_ == lines * line) return;
  buffer_.reserve(lines * line + turn);
  begin_ = aligned(buffer_.data(), turn);
  // Full period: an odd summand, a factor that is 1 more than a multiple of 4.
  constexpr std::uint64_t factor = 6364136223846793005, summand = 1442695040888963407;
  for (std::int64_t i = 0; i < lines; ++i) {
    const std::uint64_t to =
        (static_cast<std::uint64_t>(i) * factor + summand) % static_cast<std::uint64_t>(lines);
    *reinterpret_cast<const void**>(begin_ + i * line) =
        begin_ + static_cast<std::int64_t>(to) * line;
  }
  content_ = Content::chain, bytes_ = lines * line, next_ = begin_;
}

void WorkingMemory::load_in_chain(std::int64_t loads) {
  next_ = best_kernels().follow(next_, loads);
}

void WorkingMemory::read(std::int64_t bytes) {
  for (std::int64_t left = bytes; left >= turn;) {
    const std::int64_t part = std::min(left, bytes_ - place_);
    best_kernels().read(reinterpret_cast<const double*>(begin_ + place_), part);
    place_ = (place_ + part) % bytes_;
    left -= part;
  }
}

void WorkingMemory::pass_through() {
  if (content_ == Content::chain) load_in_chain(bytes_ / line);
  if (content_ == Content::numbers) read(bytes_);
}

void WorkingMemory::triad(std::int64_t bytes) {
  const std::int64_t whole = bytes_ / 3;
  const auto at = [&](int array) {
    return reinterpret_cast<double*>(begin_ + array * whole + place_ % whole);
  };
  for (std::int64_t left = bytes / 3 / turn * turn; left > 0;) {
    const std::int64_t part = std::min(left, whole - place_ % whole);
    best_kernels().triad(at(0), at(1), at(2), part);
    place_ = (place_ + part) % whole;
    left -= part;
  }
}

}  // namespace revprof

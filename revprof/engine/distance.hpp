// SPDX-License-Identifier: BSD-3-Clause
// How far apart processes are: which blocks of consecutive ranks hold them all (RULES.md,
// "Distances").
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace revprof {

// One bit per block size of Blocks::sizes(): set where one block of that size holds all the ranks.
using Distance = std::uint64_t;

// How many of them hold all: hardly more than two, so faster than to count all bits.
inline int blocks_in(Distance held) {
  int count = 0;
  for (; held != 0; held &= held - 1) ++count;
  return count;
}

// A group of processes.
struct Span {
  // Of a pair, or of processes whose ranks say nothing: reach 0.
  Span(Distance which = 0, int from_lowest_to_highest = 0, int lowest_rank = -1)
      : distance(which), reach(from_lowest_to_highest), lowest(lowest_rank) {}
  Distance distance;
  int reach;   // from the lowest rank to the highest; how far apart they lie on average
  int lowest;  // in MPI_COMM_WORLD; -1: outside it
};

// The block sizes of all lanes' models together, so that one look at the ranks serves every lane.
class Blocks {
 public:
  explicit Blocks(std::vector<int> sizes) : sizes_(std::move(sizes)) {}

  // lowest and highest rank in MPI_COMM_WORLD; a negative one is outside it, beyond every block.
  Distance between(int lowest, int highest) const {
    Distance held = 0;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (lowest >= 0 && lowest / sizes_[i] == highest / sizes_[i]) held |= Distance{1} << i;
    }
    return held;
  }

  Distance of_pair(int a, int b) const { return a < b ? between(a, b) : between(b, a); }

  // Those of a model's own block sizes.
  Distance bits_of(const std::vector<int>& own) const {
    Distance bits = 0;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (std::find(own.begin(), own.end(), sizes_[i]) != own.end()) bits |= Distance{1} << i;
    }
    return bits;
  }

  // The smallest of a model's own blocks that holds the ranks; 0: none does.
  int smallest(const std::vector<int>& own, Distance held) const {
    for (const int size : own) {
      for (std::size_t i = 0; i < sizes_.size(); ++i) {
        if (sizes_[i] == size && (held >> i & 1) != 0) return size;
      }
    }
    return 0;
  }

  // The largest of a model's blocks that is smaller than this one (0: than all the machine); 1 if
  // there is none.
  static int below(const std::vector<int>& own, int block) {
    int largest = 1;
    for (const int size : own) {
      if (block == 0 || size < block) largest = std::max(largest, size);
    }
    return largest;
  }

  const std::vector<int>& sizes() const { return sizes_; }

 private:
  std::vector<int> sizes_;  // ascending
};

}  // namespace revprof

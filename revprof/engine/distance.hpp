// SPDX-License-Identifier: BSD-3-Clause
// How far apart processes are: which blocks of consecutive ranks hold them all (DESIGN section 3,
// "Blocks").
#pragma once

#include <cstdint>
#include <vector>

namespace revprof {

// One bit per block size of Blocks::sizes(): set where one block of that size holds all the ranks.
using Distance = std::uint64_t;

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

  // The smallest of a model's own blocks that holds the ranks; 0: none does.
  int smallest(const std::vector<int>& own, Distance held) const {
    for (const int size : own) {
      for (std::size_t i = 0; i < sizes_.size(); ++i) {
        if (sizes_[i] == size && (held >> i & 1) != 0) return size;
      }
    }
    return 0;
  }

  const std::vector<int>& sizes() const { return sizes_; }

 private:
  std::vector<int> sizes_;  // ascending
};

}  // namespace revprof

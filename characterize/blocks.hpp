// SPDX-License-Identifier: BSD-3-Clause
// Finds the blocks of consecutive ranks inside which pairs are equally far apart: a
// pair inside one has equations of its own.
#pragma once

#include <functional>
#include <vector>

namespace revprof {

// The time of a message between two ranks, in seconds. May be noisy.
using PairTime = std::function<double(int a, int b)>;

// Block sizes, ascending, each smaller than `processes`; none where the network is flat, or where
// ranks are not placed in blocks. Knows no MPI.
std::vector<int> find_blocks(int processes, const PairTime& pair_time);

// With one that is known without looking; 0: none. MPI says which ranks share a node, where noise
// may hide it.
std::vector<int> with_block(std::vector<int> block_sizes, int known);

// The rank whose distance from rank 0 is the median of those that share no block with it: where a
// network has distances that are no blocks (a torus), the pair that stands for all of them.
int typical_partner(int processes, const std::vector<int>& block_sizes, const PairTime& pair_time);

// The largest block times 1, 2, 3, 4, 6, 8, ...: how many ranks apart those pairs are measured,
// too, that no block holds, if their times differ as much as those of different blocks would; else
// none.
std::vector<int> ranks_apart(int processes, const std::vector<int>& block_sizes,
                             const PairTime& pair_time);

// The smallest block that holds all of the ranks first ... last; 0: none does.
int smallest_block(const std::vector<int>& block_sizes, int first, int last);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Communicators, pairs, fans and grids over the distance classes that a machine has.
#include "characterize/measured_ranks.hpp"

#include "characterize/blocks.hpp"

namespace revprof {

namespace {

int power_of_two_below(int number) {
  int power = 1;
  while (2 * power <= number) power *= 2;
  return power;
}

// The communicators of p processes: consecutive ranks, and for every distance class that is wider
// than these need, ranks spread evenly over it (a column of a process grid).
std::vector<MeasuredRanks> placements(const Operation& operation, int processes,
                                      int world_processes, const std::vector<int>& block_sizes) {
  const Ranks consecutive{0, 1, processes};
  int shift = 1;
  for (const int size : block_sizes) {
    if (size < processes) shift = size;
  }
  std::vector<MeasuredRanks> all = {
      {smallest_block(block_sizes, 0, consecutive.last()), consecutive, processes, shift}};
  if (processes == 1) return all;
  std::vector<int> extents = block_sizes;
  extents.push_back(world_processes);
  for (std::size_t i = 1; i < extents.size(); ++i) {
    const int stride = extents[i] / processes;
    const Ranks spread{0, operation.symmetric ? power_of_two_below(stride) : stride, processes};
    const bool fits = processes <= extents[i - 1] && spread.last() >= extents[i - 1];
    if (!fits) continue;
    all.push_back({i < block_sizes.size() ? block_sizes[i] : 0, spread, processes});
  }
  return all;
}

// One pair for each distance class, that of a process with itself first.
std::vector<MeasuredRanks> pairs(bool to_itself, const std::vector<int>& block_sizes, int partner) {
  std::vector<MeasuredRanks> all;
  if (to_itself) all.push_back({1, {0, 1, 1}, 2});
  int distance = 1;
  for (const int size : block_sizes) {
    all.push_back({size, {0, distance, 2}, 2});
    distance = size;
  }
  all.push_back({0, {0, partner > 0 ? partner : distance, 2}, 2});
  return all;
}

// Where distances are no blocks: pairs r ranks apart, and exchanges with ranks that are as far.
std::vector<MeasuredRanks> apart(const Operation& operation, const std::vector<int>& process_counts,
                                 const std::vector<int>& ranks_apart) {
  std::vector<MeasuredRanks> all;
  for (const int ranks : ranks_apart) {
    if (!operation.collective) all.push_back({-ranks, {0, ranks, 2}, 2});
    for (const int processes : process_counts) {
      const int some = (1 + operation.sides) * ranks;  // so many have all their partners
      if (!operation.collective || processes < some || processes < 3) continue;
      all.push_back({-ranks, {0, 1, processes}, processes, -ranks});
    }
  }
  return all;
}

// Process 0 and p - 1 others, each pair of them in the same distance class: of blocks side by side,
// as a program's are.
std::vector<MeasuredRanks> fans(const std::vector<int>& process_counts, int world_processes,
                                const std::vector<int>& block_sizes) {
  std::vector<int> extents = block_sizes;
  extents.push_back(world_processes);
  std::vector<MeasuredRanks> all;
  int below = 1;
  for (std::size_t i = 0; i < extents.size(); below = extents[i++]) {
    for (const int processes : process_counts) {
      if (processes < 3 || processes > extents[i] / below) continue;
      const Ranks side_by_side{0, below, processes};
      all.push_back({i < block_sizes.size() ? block_sizes[i] : 0, side_by_side, processes});
    }
  }
  return all;
}

// Grids of 1, 2 and 3 dimensions over each whole block, and over all processes.
std::vector<MeasuredRanks> grids(int most_processes, const std::vector<int>& block_sizes) {
  std::vector<int> extents = block_sizes;
  extents.push_back(most_processes);
  std::vector<MeasuredRanks> all;
  for (const int extent : extents) {
    // One process would talk to itself.
    if (extent < 2 || extent > most_processes) continue;
    for (const int processes : {3, 5, 7}) {
      all.push_back({smallest_block(block_sizes, 0, extent - 1), {0, 1, extent}, processes});
    }
    if (extent == most_processes) break;
  }
  return all;
}

// So many of the node's, as they come.
std::vector<MeasuredRanks> on_the_node(const Places& places) {
  std::vector<MeasuredRanks> all;
  for (const int processes : places.node_counts) {
    all.push_back({0, {places.node.first, places.node.stride, processes}, processes});
  }
  return all;
}

}  // namespace

std::vector<MeasuredRanks> ranks_of(const Operation& operation, const Places& places) {
  const std::vector<int>& blocks = places.block_sizes;
  if (operation.computes()) return on_the_node(places);
  if (operation.only_by_ranks_apart && places.ranks_apart.empty()) return {};
  std::vector<MeasuredRanks> all;
  if (operation.once) {
    if (places.world_processes < 2) return {};
    return {{0, {0, 1, places.world_processes}, places.world_processes}};
  }
  if (!operation.collective) {
    if (places.world_processes < 2) return {};
    all = pairs(operation.to_itself, blocks, places.partner);
    if (operation.fan) {
      const auto more = fans(places.process_counts, places.world_processes, blocks);
      all.insert(all.end(), more.begin(), more.end());
    }
  } else if (operation.neighbours) {
    return places.process_counts.empty() ? std::vector<MeasuredRanks>{}
                                         : grids(places.process_counts.back(), blocks);
  } else {
    for (const int processes : places.process_counts) {
      if (processes == 1 && operation.several) continue;
      const auto more = placements(operation, processes, places.world_processes, blocks);
      all.insert(all.end(), more.begin(), more.end());
    }
  }
  if (operation.by_ranks_apart) {
    const auto more = apart(operation, places.process_counts,
                            operation.collective ? places.ranks_apart : places.pairs_apart);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace revprof

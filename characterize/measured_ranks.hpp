// SPDX-License-Identifier: BSD-3-Clause
// On which ranks an operation is measured.
#pragma once

#include <vector>

#include "characterize/operation.hpp"
#include "characterize/order.hpp"

namespace revprof {

struct MeasuredRanks {
  int within;
  Ranks ranks;
  int processes;  // p
  int shift = 1;
};

// What characterize found out about distances, and which numbers of processes were asked for.
struct Places {
  const std::vector<int>& process_counts;
  int world_processes;
  const std::vector<int>& block_sizes;
  int partner;
  const std::vector<int>& ranks_apart;  // of exchanges
  const std::vector<int>& pairs_apart;  // of pairs by themselves
  Ranks node;
  std::vector<int> node_counts;  // of processes
};

std::vector<MeasuredRanks> ranks_of(const Operation& operation, const Places& places);

}  // namespace revprof

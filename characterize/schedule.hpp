// SPDX-License-Identifier: BSD-3-Clause
// Which cells are measured, on which ranks, and in which order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "characterize/operation.hpp"
#include "characterize/options.hpp"
#include "characterize/order.hpp"
#include "characterize/sample.hpp"
#include "fit/measurements/distance_map.hpp"

namespace revprof {

struct ScheduledCell {
  int operation = 0;  // index into operations()
  int within = 0;     // distance class
  Ranks ranks;
  int processes = 1;  // p
  int shift = 1;      // how far an exchange goes: the smallest distance in the class, or -r
  std::int64_t bytes = 0;
  int level = 0;  // 0: the corners of a call's grid; then finer and finer
  CellTimes times;
};

const Operation& operation_of(const ScheduledCell& cell);
const std::string& name_of(const ScheduledCell& cell);

struct Schedule {
  std::vector<ScheduledCell>
      cells;  // in the order of measuring: coarse first, so that a budget that ends early
              // still leaves every call with a grid of its whole range
  std::vector<std::string>
      left_out;  // what needed too much memory, or more processes than there are
};

// Whether --calls asks for it.
bool selected(const Options& options, const Operation& operation);

// partner: the rank that stands for those that share no block with rank 0; 0: the first of them.
// ranks_apart: at which of these distances pairs are measured, too, and at all that a map of
// distances tells apart. node: process 0's, where computation is measured. jumps: calls that have
// them are measured of the sizes at both of their sides, too.
Schedule make_schedule(const Options& options, int world_processes,
                       const std::vector<int>& block_sizes, int partner = 0,
                       const std::vector<int>& ranks_apart = {}, const Ranks& node = {},
                       const DistanceMap& distances = {},
                       const std::vector<std::int64_t>& jumps = {});

// How many graphs the datasheet of these cells will have.
int graphs_of(const Schedule& schedule);

std::vector<std::int64_t> message_sizes(const Options& options);

}  // namespace revprof

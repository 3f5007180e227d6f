// SPDX-License-Identifier: BSD-3-Clause
// Spans the grid of every call over p, d and distance classes, and sorts it from coarse to fine.
#include "characterize/schedule.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "characterize/distances.hpp"
#include "characterize/measured_ranks.hpp"
#include "characterize/operation.hpp"
#include "fit/measurements/default_counts.hpp"

namespace revprof {

namespace {

// How often a range of indices has to be halved until it hits this one; its ends come first.
int level_of(std::size_t index, std::size_t count) {
  if (index == 0 || index + 1 == count) return 0;
  std::size_t first = 0, last = count - 1;
  for (int level = 1;; ++level) {
    const std::size_t middle = first + (last - first) / 2;
    if (index == middle) return level;
    (index < middle ? last : first) = middle;
  }
}

bool fits_memory(const Operation& operation, const Options& options, int processes,
                 std::int64_t bytes) {
  if (operation.computes()) return operation.memory(processes, bytes) <= options.max_memory;
  const std::int64_t most_displacement = std::numeric_limits<int>::max();
  return operation.memory(processes, bytes) <= options.max_memory &&
         processes * bytes <= most_displacement;
}

bool fits_directory(const Operation& operation, const Options& options, int processes,
                    std::int64_t bytes) {
  return !operation.files || processes * bytes <= options.io_room;
}

std::string name_left_out(const Operation& operation, int processes, std::int64_t bytes,
                          const std::string& option) {
  return operation.name + " of " + std::to_string(processes) + " processes from " +
         std::to_string(bytes) + " bytes on (" + option + ")";
}

// Groups of 1, 2, 4, ... processes, and one of all.
std::vector<std::int64_t> group_sizes(const std::vector<MeasuredRanks>& places) {
  std::set<std::int64_t> sizes;
  for (const MeasuredRanks& place : places) {
    sizes.insert(place.processes);
    for (std::int64_t size = 1; size < place.processes; size *= 2) sizes.insert(size);
  }
  return {sizes.begin(), sizes.end()};
}

bool is_group_of(int processes, std::int64_t size) {
  const bool power_of_two = (size & (size - 1)) == 0;
  return size == processes || (size < processes && power_of_two);
}

std::vector<std::int64_t> with_jumps(std::vector<std::int64_t> sizes,
                                     const std::vector<std::int64_t>& jumps) {
  std::set<std::int64_t> all(sizes.begin(), sizes.end());
  for (const std::int64_t last : jumps) {
    for (const std::int64_t bytes : {last, last + 1}) {
      if (bytes < sizes.back()) all.insert(bytes);
    }
  }
  return {all.begin(), all.end()};
}

std::vector<std::int64_t> sizes_of(const Operation& operation, const Options& options,
                                   const std::vector<MeasuredRanks>& places,
                                   const std::vector<std::int64_t>& jumps) {
  if (operation.computes()) return operation.work;
  if (operation.by_members) return group_sizes(places);
  if (!operation.sized) return {operation.only_bytes};
  std::vector<std::int64_t> sizes = message_sizes(options);
  const auto is_broken = [&](std::int64_t bytes) { return bytes % operation.unit_bytes != 0; };
  sizes.erase(std::remove_if(sizes.begin(), sizes.end(), is_broken), sizes.end());
  if (sizes.empty() || !options.bytes.empty()) return sizes;
  const std::vector<std::int64_t> own = operation.jumps ? jumps : std::vector<std::int64_t>();
  if (!operation.coarse) return with_jumps(sizes, own);
  std::vector<std::int64_t> fewer = {sizes.front()};  // 0, and then every second one
  for (std::size_t i = 1; i < sizes.size(); i += 2) fewer.push_back(sizes[i]);
  if (fewer.back() != sizes.back()) fewer.push_back(sizes.back());
  return with_jumps(fewer, own);
}

void add_cells(const Options& options, int index, const std::vector<MeasuredRanks>& places,
               const std::vector<std::int64_t>& jumps, Schedule& schedule) {
  const Operation& operation = operations()[static_cast<std::size_t>(index)];
  const std::vector<std::int64_t> sizes = sizes_of(operation, options, places, jumps);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int processes = places[i].processes;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      if (operation.by_members && !is_group_of(processes, sizes[j])) continue;
      if (operation.has_processors != nullptr && !operation.has_processors(processes, sizes[j])) {
        continue;
      }
      const bool room = fits_directory(operation, options, processes, sizes[j]);
      if (!room || !fits_memory(operation, options, processes, sizes[j])) {
        const std::string option = room ? "--max-memory" : "no room in --io-directory";
        const std::string name = name_left_out(operation, processes, sizes[j], option);
        std::vector<std::string>& names = schedule.left_out;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        break;
      }
      const int level =
          operation.first_level + level_of(i, places.size()) + level_of(j, sizes.size());
      schedule.cells.push_back({index,
                                places[i].within,
                                places[i].ranks,
                                processes,
                                places[i].shift,
                                sizes[j],
                                level,
                                {}});
    }
  }
}

}  // namespace

const Operation& operation_of(const ScheduledCell& cell) {
  return operations()[static_cast<std::size_t>(cell.operation)];
}

const std::string& name_of(const ScheduledCell& cell) { return operation_of(cell).name; }

bool selected(const Options& options, const Operation& operation) {
  if (operation.timing == Timing::probe) return false;
  if (operation.computes() && !options.computation) return false;
  const auto& calls = options.calls;
  if (calls.empty() && !operation.symmetric && !operation.computes()) return options.mpi;
  return calls.empty() || std::find(calls.begin(), calls.end(), operation.name) != calls.end();
}

std::vector<std::int64_t> message_sizes(const Options& options) {
  if (!options.bytes.empty()) return options.bytes;
  std::vector<std::int64_t> sizes = {0};
  for (std::int64_t size = 1; size <= options.max_bytes; size *= 2) sizes.push_back(size);
  if (sizes.back() != options.max_bytes) sizes.push_back(options.max_bytes);
  return sizes;
}

Schedule make_schedule(const Options& options, int world_processes,
                       const std::vector<int>& block_sizes, int partner,
                       const std::vector<int>& ranks_apart, const Ranks& node,
                       const DistanceMap& distances, const std::vector<std::int64_t>& jumps) {
  Schedule schedule;
  std::vector<int> counts;
  for (const int count :
       options.processes.empty() ? default_counts(world_processes) : options.processes) {
    if (count <= world_processes) {
      counts.push_back(count);
    } else {
      schedule.left_out.push_back(std::to_string(count) + " processes (only " +
                                  std::to_string(world_processes) + " were started)");
    }
  }
  std::vector<int> node_counts =
      options.processes.empty() ? default_counts(node.count) : options.processes;
  node_counts.erase(std::remove_if(node_counts.begin(), node_counts.end(),
                                   [&](int count) { return count > node.count; }),
                    node_counts.end());
  const std::vector<int> pairs_apart = told_apart(ranks_apart, distances);
  const std::vector<Operation>& table = operations();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!selected(options, table[i])) continue;
    if (table[i].files && !options.share_files) {
      schedule.left_out.push_back(table[i].name + " (--io-directory is not shared by all)");
      continue;
    }
    if (table[i].is_there != nullptr && !table[i].is_there()) continue;
    const auto places = ranks_of(table[i], {counts, world_processes, block_sizes, partner,
                                            ranks_apart, pairs_apart, node, node_counts});
    add_cells(options, static_cast<int>(i), places, jumps, schedule);
  }
  std::mt19937_64 random(options.seed);
  std::shuffle(schedule.cells.begin(), schedule.cells.end(), random);
  std::stable_sort(schedule.cells.begin(), schedule.cells.end(),
                   [](const auto& a, const auto& b) { return a.level < b.level; });
  return schedule;
}

int graphs_of(const Schedule& schedule) {
  struct Extent {
    std::set<int> processes;
    std::set<std::int64_t> bytes;
  };
  std::map<std::pair<int, int>, Extent> lines;
  bool computes = false;
  for (const ScheduledCell& cell : schedule.cells) {
    if (operation_of(cell).computes()) {
      computes = true;
      continue;
    }
    Extent& extent = lines[{cell.operation, cell.within}];
    if (cell.processes > 1) extent.processes.insert(cell.processes);
    extent.bytes.insert(cell.bytes);
  }
  int graphs = computes ? 1 : 0;  // of the bandwidths
  for (const auto& [line, extent] : lines) {
    const bool surface = extent.processes.size() > 1 && extent.bytes.size() > 1;
    graphs += surface ? 3 : 1;
  }
  return graphs;
}

}  // namespace revprof

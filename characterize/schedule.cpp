// SPDX-License-Identifier: BSD-3-Clause
// Spans the grid of every call over p, d and distance classes, and sorts it from coarse to fine.
#include "characterize/schedule.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "characterize/blocks.hpp"
#include "characterize/operation.hpp"

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

struct Placement {
  int within;
  Ranks ranks;
  int processes;  // p
  int shift = 1;
};

// The communicators of p processes: consecutive ranks, and for every distance class that is wider
// than these need, ranks spread evenly over it (a column of a process grid).
std::vector<Placement> placements(int processes, int world_processes,
                                  const std::vector<int>& block_sizes) {
  const Ranks consecutive{0, 1, processes};
  int shift = 1;
  for (const int size : block_sizes) {
    if (size < processes) shift = size;
  }
  std::vector<Placement> all = {
      {smallest_block(block_sizes, 0, consecutive.last()), consecutive, processes, shift}};
  if (processes == 1) return all;
  std::vector<int> extents = block_sizes;
  extents.push_back(world_processes);
  for (std::size_t i = 1; i < extents.size(); ++i) {
    const Ranks spread{0, extents[i] / processes, processes};
    const bool fits = processes <= extents[i - 1] && spread.last() >= extents[i - 1];
    if (!fits) continue;
    all.push_back({i < block_sizes.size() ? block_sizes[i] : 0, spread, processes});
  }
  return all;
}

// One pair for each distance class, that of a process with itself first.
std::vector<Placement> pairs(bool to_itself, const std::vector<int>& block_sizes, int partner) {
  std::vector<Placement> all;
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
std::vector<Placement> apart(const Operation& operation, const std::vector<int>& process_counts,
                             const std::vector<int>& ranks_apart) {
  std::vector<Placement> all;
  for (const int ranks : ranks_apart) {
    if (!operation.collective) all.push_back({-ranks, {0, ranks, 2}, 2});
    for (const int processes : process_counts) {
      if (!operation.collective || processes < 2 * ranks || processes < 3) continue;
      all.push_back({-ranks, {0, 1, processes}, processes, -ranks});
    }
  }
  return all;
}

// Process 0 and p - 1 others, each pair of them in the same distance class.
std::vector<Placement> fans(const std::vector<int>& process_counts, int world_processes,
                            const std::vector<int>& block_sizes) {
  std::vector<int> extents = block_sizes;
  extents.push_back(world_processes);
  std::vector<Placement> all;
  int below = 1;
  for (std::size_t i = 0; i < extents.size(); below = extents[i++]) {
    for (const int processes : process_counts) {
      if (processes < 3 || processes > extents[i] / below) continue;
      const Ranks spread{0, extents[i] / processes, processes};
      all.push_back({i < block_sizes.size() ? block_sizes[i] : 0, spread, processes});
    }
  }
  return all;
}

// Grids of 1, 2 and 3 dimensions over each whole block, and over all processes.
std::vector<Placement> grids(int most_processes, const std::vector<int>& block_sizes) {
  std::vector<int> extents = block_sizes;
  extents.push_back(most_processes);
  std::vector<Placement> all;
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

// What characterize found out about distances, and which numbers of processes were asked for.
struct Places {
  const std::vector<int>& process_counts;
  int world_processes;
  const std::vector<int>& block_sizes;
  int partner;
  const std::vector<int>& ranks_apart;
  Ranks node;
  std::vector<int> node_counts;  // of processes
};

// So many of the node's, as they come.
std::vector<Placement> on_the_node(const Places& places) {
  std::vector<Placement> all;
  for (const int processes : places.node_counts) {
    all.push_back({0, {places.node.first, places.node.stride, processes}, processes});
  }
  return all;
}

std::vector<Placement> placements_of(const Operation& operation, const Places& places) {
  const std::vector<int>& blocks = places.block_sizes;
  if (operation.computes()) return on_the_node(places);
  std::vector<Placement> all;
  if (!operation.collective) {
    if (places.world_processes < 2) return {};
    all = pairs(operation.to_itself, blocks, places.partner);
    if (operation.fan) {
      const auto more = fans(places.process_counts, places.world_processes, blocks);
      all.insert(all.end(), more.begin(), more.end());
    }
  } else if (operation.neighbours) {
    return places.process_counts.empty() ? std::vector<Placement>{}
                                         : grids(places.process_counts.back(), blocks);
  } else {
    for (const int processes : places.process_counts) {
      if (processes == 1 && operation.several) continue;
      const auto more = placements(processes, places.world_processes, blocks);
      all.insert(all.end(), more.begin(), more.end());
    }
  }
  if (operation.by_ranks_apart) {
    const auto more = apart(operation, places.process_counts, places.ranks_apart);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
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

std::vector<std::int64_t> sizes_of(const Operation& operation, const Options& options) {
  if (operation.computes()) return operation.work;
  if (!operation.sized) return {operation.only_bytes};
  std::vector<std::int64_t> sizes = message_sizes(options);
  if (!operation.coarse || !options.bytes.empty()) return sizes;
  std::vector<std::int64_t> fewer = {sizes.front()};  // 0, and then every second one
  for (std::size_t i = 1; i < sizes.size(); i += 2) fewer.push_back(sizes[i]);
  if (fewer.back() != sizes.back()) fewer.push_back(sizes.back());
  return fewer;
}

void add_cells(const Options& options, int index, const std::vector<Placement>& places,
               Schedule& schedule) {
  const Operation& operation = operations()[static_cast<std::size_t>(index)];
  const std::vector<std::int64_t> sizes = sizes_of(operation, options);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int processes = places[i].processes;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
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
  return calls.empty() || std::find(calls.begin(), calls.end(), operation.name) != calls.end();
}

std::vector<int> default_processes(int most) {
  std::vector<int> counts;
  for (int power = 1; power <= most; power *= 2) {
    counts.push_back(power);
    if (power >= 2 && power + power / 2 <= most) counts.push_back(power + power / 2);
  }
  if (counts.back() != most) counts.push_back(most);
  return counts;
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
                       const std::vector<int>& ranks_apart, const Ranks& node) {
  Schedule schedule;
  std::vector<int> counts;
  for (const int count :
       options.processes.empty() ? default_processes(world_processes) : options.processes) {
    if (count <= world_processes) {
      counts.push_back(count);
    } else {
      schedule.left_out.push_back(std::to_string(count) + " processes (only " +
                                  std::to_string(world_processes) + " were started)");
    }
  }
  std::vector<int> node_counts =
      options.processes.empty() ? default_processes(node.count) : options.processes;
  node_counts.erase(std::remove_if(node_counts.begin(), node_counts.end(),
                                   [&](int count) { return count > node.count; }),
                    node_counts.end());
  const std::vector<Operation>& table = operations();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!selected(options, table[i])) continue;
    if (table[i].files && !options.share_files) {
      schedule.left_out.push_back(table[i].name + " (--io-directory is not shared by all)");
      continue;
    }
    if (table[i].is_there != nullptr && !table[i].is_there()) continue;
    const auto places = placements_of(
        table[i], {counts, world_processes, block_sizes, partner, ranks_apart, node, node_counts});
    add_cells(options, static_cast<int>(i), places, schedule);
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

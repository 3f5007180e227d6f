// SPDX-License-Identifier: BSD-3-Clause
// Which cells are measured, and in which order.
#include <gtest/gtest.h>

#include <algorithm>

#include "scheduled_places.hpp"

namespace revprof {
namespace {

TEST(Schedule, default_sizes_are_zero_and_the_powers_of_two) {
  Options options;
  options.max_bytes = 10;
  EXPECT_EQ(message_sizes(options), std::vector<std::int64_t>({0, 1, 2, 4, 8, 10}));
}

TEST(Schedule, one_sided_transfers_of_every_second_size) {
  Options options;
  options.calls = {"MPI_Put"};
  options.max_bytes = 10;
  std::set<std::int64_t> sizes;
  for (const ScheduledCell& cell : make_schedule(options, 2, {}).cells) sizes.insert(cell.bytes);
  EXPECT_EQ(sizes, std::set<std::int64_t>({0, 1, 4, 10}));
  options.bytes = {7, 8, 9};
  EXPECT_EQ(make_schedule(options, 2, {}).cells.size(), 3u);
}

// Both sides of where a message's time jumps, of what consists of such messages.
TEST(Schedule, sizes_at_jumps) {
  Options options;
  options.max_bytes = 16;
  const auto sizes_of = [&](const std::string& call) {
    options.calls = {call};
    std::set<std::int64_t> sizes;
    for (const auto& cell : make_schedule(options, 4, {}, 0, {1}, {}, {}, {9, 16}).cells) {
      sizes.insert(cell.bytes);
    }
    return sizes;
  };
  using Sizes = std::set<std::int64_t>;
  EXPECT_EQ(sizes_of("MPI_Send"), Sizes({0, 1, 2, 4, 8, 9, 10, 16}));
  EXPECT_EQ(sizes_of("exchange.next"), Sizes({0, 1, 4, 9, 10, 16}));
  EXPECT_EQ(sizes_of("MPI_Bcast"), Sizes({0, 1, 2, 4, 8, 16}));
  options.bytes = {3};
  EXPECT_EQ(sizes_of("MPI_Send"), Sizes({3}));
}

TEST(Schedule, a_pair_for_each_distance_class) {
  const Schedule schedule = make_schedule(some({"transit"}), 64, {4, 16});
  EXPECT_EQ(places(schedule),
            std::set<Place>({{1, 0, 1, 1}, {4, 0, 1, 2}, {16, 0, 4, 2}, {0, 0, 16, 2}}));
}

TEST(Schedule, pairs_and_exchanges_by_ranks_apart) {
  EXPECT_EQ(
      places(make_schedule(some({"transit"}), 64, {}, 2, {1, 2, 4})),
      std::set<Place>({{1, 0, 1, 1}, {0, 0, 2, 2}, {-1, 0, 1, 2}, {-2, 0, 2, 2}, {-4, 0, 4, 2}}));
  EXPECT_EQ(places(make_schedule(some({"MPI_Recv"}), 64, {}, 2, {1, 2, 4})),
            std::set<Place>({{1, 0, 1, 1}, {0, 0, 2, 2}}));
  // All that the map tells apart, but of pairs alone.
  const DistanceMap map = *distance_map_in("1 3 3;3 3;1");
  EXPECT_EQ(
      places(make_schedule(some({"MPI_Sendrecv"}), 4, {}, 2, {1, 2}, {}, map)),
      std::set<Place>({{1, 0, 1, 1}, {0, 0, 2, 2}, {-1, 0, 1, 2}, {-2, 0, 2, 2}, {-3, 0, 3, 2}}));
  EXPECT_EQ(make_schedule(some({"exchange"}), 4, {}, 2, {1, 2}, {}, map).cells.size(),
            make_schedule(some({"exchange"}), 4, {}, 2, {1, 2}).cells.size());
  Options options = some({"exchange"});
  options.processes = {2, 4, 6};
  const Schedule schedule = make_schedule(options, 64, {}, 2, {1, 2, 4});
  EXPECT_EQ(places(schedule), std::set<Place>({{0, 0, 1, 2},
                                               {0, 0, 1, 4},
                                               {0, 0, 1, 6},
                                               {-1, 0, 1, 4},
                                               {-1, 0, 1, 6},
                                               {-2, 0, 1, 4},
                                               {-2, 0, 1, 6}}));
  for (const ScheduledCell& cell : schedule.cells)
    EXPECT_EQ(cell.shift, cell.within < 0 ? cell.within : 1);
  options.calls = {"exchange_both"};  // some process has both partners
  EXPECT_EQ(
      places(make_schedule(options, 64, {}, 2, {1, 2, 4})),
      std::set<Place>(
          {{0, 0, 1, 2}, {0, 0, 1, 4}, {0, 0, 1, 6}, {-1, 0, 1, 4}, {-1, 0, 1, 6}, {-2, 0, 1, 6}}));
}

TEST(Schedule, exchanges_in_a_row_only_where_distances_are_no_blocks) {
  Options options = some({"exchange.next"});
  options.processes = {2, 4, 6};
  EXPECT_TRUE(make_schedule(options, 64, {4, 16}).cells.empty());
  // To both sides in turn: some process has both partners.
  EXPECT_EQ(
      places(make_schedule(options, 64, {}, 2, {1, 2, 4})),
      std::set<Place>(
          {{0, 0, 1, 2}, {0, 0, 1, 4}, {0, 0, 1, 6}, {-1, 0, 1, 4}, {-1, 0, 1, 6}, {-2, 0, 1, 6}}));
}

TEST(Schedule, parts_of_collectives_only_among_several) {
  Options options = some({"MPI_Barrier.late", "MPI_Bcast.early"});
  options.processes = {1, 2};
  EXPECT_EQ(places(make_schedule(options, 4, {})), std::set<Place>({{0, 0, 1, 2}}));
}

TEST(Schedule, constructors_by_members_of_groups_and_start_up_once) {
  Options options = some({});
  options.processes = {1, 2, 6};
  options.bytes = {100};
  using Groups = std::set<std::pair<int, std::int64_t>>;
  for (const char* const call : {"MPI_Comm_split", "MPI_Comm_create"}) {
    options.calls = {call};
    Groups groups;
    for (const ScheduledCell& cell : make_schedule(options, 8, {}).cells) {
      groups.insert({cell.processes, cell.bytes});
    }
    EXPECT_EQ(groups, Groups({{1, 1}, {2, 1}, {2, 2}, {6, 1}, {6, 2}, {6, 4}, {6, 6}})) << call;
  }
  options.calls = {"start_up"};
  EXPECT_EQ(places(make_schedule(options, 8, {4})), std::set<Place>({{0, 0, 1, 8}}));
  EXPECT_TRUE(make_schedule(options, 1, {}).cells.empty());
}

TEST(Schedule, streams_to_a_process_from_neighbouring_blocks) {
  Options options = some({"gap"});
  options.processes = {1, 2, 3, 4, 8};
  EXPECT_EQ(places(make_schedule(options, 64, {4, 16})), std::set<Place>({{4, 0, 1, 2},
                                                                          {16, 0, 4, 2},
                                                                          {0, 0, 16, 2},
                                                                          {4, 0, 1, 3},
                                                                          {4, 0, 1, 4},
                                                                          {16, 0, 4, 3},
                                                                          {16, 0, 4, 4},
                                                                          {0, 0, 16, 3},
                                                                          {0, 0, 16, 4}}));
}

TEST(Schedule, communicators_inside_blocks_and_spread_over_them) {
  Options options = some({"MPI_Bcast"});
  options.processes = {1, 2, 4, 8};
  EXPECT_EQ(
      places(make_schedule(options, 8, {4})),
      std::set<Place>(
          {{4, 0, 1, 1}, {4, 0, 1, 2}, {4, 0, 1, 4}, {0, 0, 4, 2}, {0, 0, 2, 4}, {0, 0, 1, 8}}));
}

// A surface and two curves where both p and d vary; else one graph.
TEST(Schedule, tells_how_many_graphs_its_datasheet_has) {
  EXPECT_EQ(graphs_of(make_schedule(some({"MPI_Bcast"}), 2, {})), 1);
  EXPECT_EQ(graphs_of(make_schedule(some({"MPI_Bcast"}), 4, {})), 3);
  EXPECT_EQ(graphs_of(make_schedule(some({"MPI_Bcast", "MPI_Barrier"}), 4, {})), 4);
}

TEST(Schedule, no_pairs_and_no_grid_of_one_process) {
  const auto calls = {"transit", "exchange", "MPI_Neighbor_alltoall"};
  EXPECT_TRUE(make_schedule(some({calls.begin(), calls.end()}), 1, {}).cells.empty());
}

// (class, ranks, p)
using Grid = std::tuple<int, int, int>;

std::set<Grid> grids(const Schedule& schedule) {
  std::set<Grid> all;
  for (const ScheduledCell& cell : schedule.cells) {
    EXPECT_EQ(cell.ranks.stride, 1);
    all.insert({cell.within, cell.ranks.count, cell.processes});
  }
  return all;
}

TEST(Schedule, neighbours_on_grids_of_three_dimensions_over_every_block) {
  Options options = some({"MPI_Ineighbor_allgather"});
  const std::set<Grid> all = {{4, 4, 3}, {4, 4, 5}, {4, 4, 7}, {0, 6, 3}, {0, 6, 5}, {0, 6, 7}};
  EXPECT_EQ(grids(make_schedule(options, 6, {4})), all);
  options.processes = {2, 3};
  EXPECT_EQ(grids(make_schedule(options, 6, {4})),
            std::set<Grid>({{4, 3, 3}, {4, 3, 5}, {4, 3, 7}}));
}

TEST(Schedule, an_opened_file_has_the_size_that_the_predictor_asks_for) {
  const Schedule schedule = make_schedule(some({"MPI_File_open"}), 2, {});
  ASSERT_EQ(schedule.cells.size(), 2u);
  for (const ScheduledCell& cell : schedule.cells) EXPECT_EQ(cell.bytes, 4);
}

TEST(Schedule, files_count_as_memory) {
  Options options = some({"MPI_File_write_at"});
  options.processes = {4};
  options.max_memory = 6 * 1024 - 1;  // two messages and a file of four
  EXPECT_EQ(make_schedule(options, 4, {}).cells.size(), 2u);
  options.max_memory = 6 * 1024;
  EXPECT_EQ(make_schedule(options, 4, {}).cells.size(), 3u);
}

TEST(Schedule, names_files_without_room) {
  Options options = some({"MPI_File_read_at", "MPI_Bcast"});
  options.processes = {2};
  options.io_room = 2 * 1024 - 1;
  const Schedule schedule = make_schedule(options, 2, {});
  EXPECT_EQ(schedule.cells.size(), 3u + 2u);
  EXPECT_EQ(schedule.left_out,
            std::vector<std::string>({"MPI_File_read_at of 2 processes from 1024 bytes on (no room "
                                      "in --io-directory)"}));
}

TEST(Schedule, names_files_where_processes_share_no_directory) {
  Options options = some({"MPI_File_close", "MPI_Barrier"});
  options.share_files = false;
  const Schedule schedule = make_schedule(options, 2, {});
  EXPECT_EQ(schedule.cells.size(), 2u);
  EXPECT_EQ(schedule.left_out,
            std::vector<std::string>({"MPI_File_close (--io-directory is not shared by all)"}));
}

TEST(Schedule, names_what_needs_too_much_memory_or_processes) {
  Options options = some({"MPI_Alltoall"});
  options.processes = {2, 4, 100};
  options.max_memory = 4096;
  const Schedule schedule = make_schedule(options, 4, {});
  EXPECT_EQ(schedule.cells.size(), 5u);
  EXPECT_EQ(
      schedule.left_out,
      std::vector<std::string>({"100 processes (only 4 were started)",
                                "MPI_Alltoall of 4 processes from 1024 bytes on (--max-memory)"}));
}

TEST(Schedule, begins_with_the_corners_of_every_call) {
  Options options;
  const Schedule schedule = make_schedule(options, 8, {});
  std::set<int> calls, computation, at_corners;
  for (const ScheduledCell& cell : schedule.cells) {
    // How many rows of computation there are depends on this host's caches.
    if (operation_of(cell).computes() && operation_of(cell).first_level == 0) {
      computation.insert(cell.operation);
    }
    if (cell.level != 0) continue;
    (operation_of(cell).computes() ? at_corners : calls).insert(cell.operation);
  }
  EXPECT_EQ(at_corners, computation);
  EXPECT_GE(computation.size(), 29u);
  EXPECT_EQ(calls.size(), 1u + 17u + 22u + 3 * 17u + 10u + 5u + 8u + 4u + 12u + 6u);
  EXPECT_TRUE(std::is_sorted(schedule.cells.begin(), schedule.cells.end(),
                             [](const auto& a, const auto& b) { return a.level < b.level; }));
}

TEST(Schedule, the_same_seed_gives_the_same_order) {
  Options options;
  const Schedule one = make_schedule(options, 8, {4}), same = make_schedule(options, 8, {4});
  options.seed = 2;
  const Schedule other = make_schedule(options, 8, {4});
  const auto sequence = [](const Schedule& schedule) {
    std::vector<std::tuple<int, int, std::int64_t>> all;
    for (const ScheduledCell& cell : schedule.cells) {
      all.push_back({cell.operation, cell.ranks.count, cell.bytes});
    }
    return all;
  };
  EXPECT_EQ(sequence(one), sequence(same));
  EXPECT_NE(sequence(one), sequence(other));
}

}  // namespace
}  // namespace revprof

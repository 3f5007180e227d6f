// SPDX-License-Identifier: BSD-3-Clause
// Which cells of computation are measured: on one node, beside those of messages.
#include <gtest/gtest.h>

#include <algorithm>

#include "characterize/node/library_kernels.hpp"
#include "characterize/node/placement.hpp"
#include "scheduled_places.hpp"

namespace revprof {
namespace {

TEST(Schedule, regions_have_no_more_threads_than_there_are_processors) {
  const auto processors = static_cast<std::int64_t>(processors_in_order().size());
  const Schedule schedule =
      make_schedule(some({"threads.region.fork_join"}), 64, {}, 0, {}, {0, 64, 1});
  for (const ScheduledCell& cell : schedule.cells) {
    EXPECT_TRUE(cell.bytes == 1 || cell.processes * cell.bytes <= processors)
        << cell.processes << " processes of " << cell.bytes << " threads";
  }
  EXPECT_EQ(schedule.cells.empty(), !has_regions());
}

TEST(Schedule, computation_on_one_node_only) {
  const Schedule schedule =
      make_schedule(some({"operation.float_add.chain"}), 64, {}, 0, {}, {0, 16, 4});
  EXPECT_EQ(places(schedule),
            std::set<Place>({{0, 0, 16, 1}, {0, 0, 16, 2}, {0, 0, 16, 3}, {0, 0, 16, 4}}));
  // Three sizes of its own, whatever --bytes says.
  EXPECT_EQ(schedule.cells.size(), 12u);
  for (const ScheduledCell& cell : schedule.cells) EXPECT_GE(cell.bytes, 4096);
}

TEST(Schedule, computation_by_as_many_as_asked_for) {
  Options options = some({"operation.call.chain"});
  options.processes = {2, 3, 8};
  EXPECT_EQ(places(make_schedule(options, 64, {}, 0, {}, {0, 1, 4})),
            std::set<Place>({{0, 0, 1, 2}, {0, 0, 1, 3}}));
}

TEST(Schedule, no_computation_where_it_is_not_wanted) {
  Options options = some({});
  const auto computes = [](const ScheduledCell& cell) { return operation_of(cell).computes(); };
  std::vector<ScheduledCell> cells = make_schedule(options, 1, {}).cells;
  EXPECT_TRUE(std::any_of(cells.begin(), cells.end(), computes));
  options.computation = false;
  cells = make_schedule(options, 1, {}).cells;
  EXPECT_FALSE(cells.empty());
  EXPECT_FALSE(std::any_of(cells.begin(), cells.end(), computes));
}

TEST(Schedule, main_memory_is_left_out_where_it_may_not_be_taken) {
  Options options = some({"memory.main.read"});
  options.max_memory = 1 << 20;
  const Schedule schedule = make_schedule(options, 1, {});
  EXPECT_TRUE(schedule.cells.empty());
  ASSERT_EQ(schedule.left_out.size(), 1u);
  EXPECT_NE(schedule.left_out[0].find("memory.main.read"), std::string::npos);
  EXPECT_NE(schedule.left_out[0].find("--max-memory"), std::string::npos);
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Several receives that one call completes, by hand-computed times. Transit 5 us within blocks of 4
// and 10 us beyond; to complete one takes 1 us of this process.
#include "round_model.hpp"

namespace revprof {
namespace {

Lane worked_lane(std::vector<int> block_sizes = {4}) {
  Lane worked = lane("mean");
  auto model = std::make_shared<Model>(*worked.model);
  model->point_to_point.block_sizes = std::move(block_sizes);
  model->calls["MPI_Wait"] = {class_of(0, 1, 0)};
  worked.model = model;
  return worked;
}

// Of empty messages, sent at those times by those ranks, on each lane; from process 0's beginning.
std::vector<SimTime> completed(const std::vector<Lane>& lanes,
                               const std::vector<std::pair<SimTime, int>>& messages) {
  Engine engine = process(0, lanes);
  const Clock posted = engine.clock();
  std::vector<Stamp> stamps;
  for (const auto& [sent, source] : messages) {
    stamps.push_back(sent_at(sent, source));
    for (std::size_t l = 1; l < lanes.size(); ++l) stamps.back().sent[l] = sent;
  }
  wait_for_all(engine, posted, stamps);
  return {engine.now(), engine.now() + lanes.size()};
}

TEST(Completions, what_comes_first_is_done_while_others_are_on_their_way) {
  const std::vector<Lane> lanes = {worked_lane()};
  EXPECT_EQ(completed(lanes, {{5 * us, 1}, {15 * us, 1}, {25 * us, 1}})[0], 30 * us);
  EXPECT_EQ(completed(lanes, {{25 * us, 1}, {15 * us, 1}, {5 * us, 1}})[0], 30 * us);
}

TEST(Completions, those_that_come_together_are_done_one_after_the_other) {
  EXPECT_EQ(completed({worked_lane()}, {{5 * us, 1}, {5 * us, 2}, {5 * us, 3}})[0], 12 * us);
  // The first two are done at 11 us; the third one comes half a microsecond later.
  EXPECT_EQ(completed({worked_lane()}, {{13 * us / 2, 3}, {5 * us, 1}, {5 * us, 2}})[0], 12 * us);
}

TEST(Completions, have_an_order_of_their_own_on_each_machine) {
  const std::vector<std::pair<SimTime, int>> messages = {{3 * us, 1}, {0, 5}};
  // From beyond the block: there at 10 us, after the other one; or within it, at 5 us before that.
  const std::vector<Lane> lanes = {worked_lane({4}), worked_lane({8})};
  auto near = std::make_shared<Model>(*lanes[1].model);
  near->calls["transit"] = {class_of(8, 5, 0), class_of(0, 10, 0)};
  const std::vector<Lane> both = {lanes[0], {"near", near, LaneEstimate::mean, 1e-6, {}}};
  EXPECT_EQ(completed(both, messages), (std::vector<SimTime>{10 * us, 8 * us}));
  EXPECT_EQ(completed({both[1], both[0]}, messages), (std::vector<SimTime>{8 * us, 10 * us}));
}

// A port takes in what comes through it in the order of coming, too: each holds it for 2 us.
TEST(Completions, queue_at_the_port_as_they_come) {
  Lane lane = worked_lane();
  auto model = std::make_shared<Model>(*lane.model);
  model->calls["gap"] = {class_of(0, 2, 0)};
  lane.model = model;
  for (const std::vector<std::pair<SimTime, int>>& messages :
       {std::vector<std::pair<SimTime, int>>{{0, 5}, {us, 6}, {9 * us, 7}},
        std::vector<std::pair<SimTime, int>>{{9 * us, 7}, {us, 6}, {0, 5}}}) {
    // At 10 and 12 us, and 19 us, when the port is free again.
    EXPECT_EQ(completed({lane}, messages)[0], 19 * us);
  }
}

}  // namespace
}  // namespace revprof

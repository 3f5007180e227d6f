// SPDX-License-Identifier: BSD-3-Clause
// Several receives that one call completes, by hand-computed times. Transit 5 us within blocks of 4
// and 10 us beyond; to complete one takes 1 us of this process.
#include <algorithm>
#include <set>

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

// Process 0 posts messages to others, and has as long ones from others by one call; from when it
// has posted.
SimTime exchanged(const std::vector<int>& to, const std::vector<std::pair<SimTime, int>>& from) {
  Engine engine = process(0, {crowded_lane()});
  const Clock posted = engine.clock();
  for (const int peer : to) {
    Stamp message;
    Clock done;
    engine.begin_call(Call::MPI_Isend);
    engine.stamp(longer, peer, message);
    engine.post_send(Call::MPI_Isend, longer, peer, message, done);
    engine.end_call(longer, peer, 0);
  }
  const SimTime begin = engine.now()[0];
  std::vector<Stamp> stamps;
  for (const auto& [sent, source] : from) stamps.push_back(sent_at(begin + sent, source));
  wait_for_all(engine, posted, stamps, longer);
  return engine.now()[0] - begin;
}

// All of a block send one message out of it: an exchange of 8 takes 24 us longer than one of 1
// byte, one of two 6. Who gets three has each among a third of what it has sent, as its block's
// link carries no more for its sake: three eighths of 24 us less 6, in place of all.
TEST(Completions, who_gets_more_than_it_has_sent_shares_no_more) {
  EXPECT_EQ(exchanged({4}, {{0, 4}}), (10 + 18) * us);
  const SimTime each = us / 8;  // to complete one
  EXPECT_EQ(exchanged({4}, {{0, 4}, {0, 4}, {0, 4}}), (10 + 3) * us + 2 * each);
  // Those to itself, done while the other one is on its way, share nothing.
  EXPECT_EQ(exchanged({4}, {{0, 4}, {-20 * us, 0}, {-20 * us, 0}}), (10 + 18) * us);
  // As many as it has sent: all of it.
  EXPECT_EQ(exchanged({4, 4, 4}, {{0, 4}, {0, 4}, {0, 4}}), (10 + 18) * us + 2 * each);
}

// The host decides which of the requests that name nobody gets which message. Those of a process
// that has sent over three ranks are among three streams in all, whoever comes first.
TEST(Completions, take_as_long_whichever_request_has_which_message) {
  std::vector<int> from = {1, 5, 6, 7};
  std::set<SimTime> times;
  do {
    Engine engine = process(0, {crowded_lane()});
    const Clock posted = engine.clock();
    send(engine, longer, 3);
    std::vector<Stamp> stamps;
    for (const int source : from) stamps.push_back(sent_at(engine.now()[0], source));
    wait_for_all(engine, posted, stamps, longer);
    times.insert(engine.now()[0]);
  } while (std::next_permutation(from.begin(), from.end()));
  EXPECT_EQ(times.size(), 1u);
}

}  // namespace
}  // namespace revprof

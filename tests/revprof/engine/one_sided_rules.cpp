// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication: the origin pays; epochs and locks wait.
#include "round_model.hpp"

namespace revprof {
namespace {

// MPI_Put has no equation in the round model: transit stands in, 5 us + 0.002 us a byte near by.

TEST(Engine, origin_pays_for_a_put) {
  Engine a = process(0);
  Clock epoch(1);
  a.begin_call(Call::MPI_Put);
  a.transfer(Call::MPI_Put, 1000, 1, epoch);
  a.end_call(1000, 1, 0);
  EXPECT_EQ(a.now()[0], 7 * us);
  EXPECT_EQ(epoch[0], 7 * us);
  a.transfer(Call::MPI_Put, 1000, 5, epoch);  // in another block: 10 + 2
  EXPECT_EQ(a.now()[0], 19 * us);
  EXPECT_EQ(epoch[0], 19 * us);
  EXPECT_EQ(a.account(Call::MPI_Put).bytes, 1000);
  EXPECT_EQ(a.costs().serving(Call::MPI_Put), "transit");
  expect_sums(a);
}

TEST(Engine, posted_transfer_overlaps_computation) {
  Engine a = process(0);
  const Clock done = a.post_transfer(Call::MPI_Rput, 1000, 1);
  const auto complete = [&] { a.complete_posted(Call::MPI_Rput, 1000, 1, done); };
  EXPECT_EQ(a.now()[0], 0);
  a.compute(3);
  complete();
  EXPECT_EQ(a.now()[0], 7 * us);
  EXPECT_EQ(a.spent(0).communication, 4 * us);
  EXPECT_EQ(a.spent(0).waiting, 0);
  complete();  // long done
  EXPECT_EQ(a.now()[0], 7 * us);
  expect_sums(a);
}

TEST(Engine, flush_finishes_what_is_posted) {
  Engine a = process(0);
  Clock latest = a.post_transfer(Call::MPI_Rput, 1000, 1);
  const Clock done = a.post_transfer(Call::MPI_Rput, 0, 1);
  latest = a.later(latest, done);
  EXPECT_EQ(done[0], 5 * us);
  EXPECT_EQ(a.latest(latest)[0], 7 * us);
  a.finish_transfers(latest);
  EXPECT_EQ(a.now()[0], 7 * us);
  EXPECT_EQ(a.latest(done)[0], 7 * us);
  a.finish_transfers({});
  EXPECT_EQ(a.now()[0], 7 * us);
  expect_sums(a);
}

// Transfers begun before the target was ready count from when it was.
TEST(Engine, epoch_begins_when_the_latest_target_has_posted) {
  Engine a = process(0);
  Clock epoch(1);
  a.transfer(Call::MPI_Put, 1000, 1, epoch);
  const SimTime posted[] = {2 * us, 20 * us};
  a.begin_call(Call::MPI_Win_complete);
  a.meet({1, 5}, posted, epoch);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 20 * us + 10 * us + 7 * us);
  EXPECT_EQ(a.spent(0).waiting, 13 * us);
  EXPECT_EQ(a.spent(0).communication, 24 * us);
  expect_sums(a);
}

TEST(Engine, epoch_whose_targets_were_ready_costs_no_more) {
  Engine a = process(0);
  Clock epoch(1);
  a.compute(30);
  a.transfer(Call::MPI_Put, 1000, 1, epoch);
  const SimTime posted = 2 * us;
  a.meet({1}, &posted, epoch);
  a.meet({}, nullptr, epoch);
  EXPECT_EQ(a.now()[0], 37 * us);
  EXPECT_EQ(a.spent(0).waiting, 0);
  expect_sums(a);
}

TEST(Engine, wait_of_an_exposure_ends_with_the_latest_origin) {
  Engine a = process(0);
  const SimTime completed[] = {9 * us, 4 * us};
  a.meet({1, 2}, completed, {});
  EXPECT_EQ(a.now()[0], 14 * us);
  EXPECT_EQ(a.spent(0).waiting, 9 * us);
  expect_sums(a);
}

TEST(Engine, lock_waits_for_its_last_holder) {
  Engine a = process(0);
  a.compute(1);
  const SimTime released = 50 * us;
  a.begin_call(Call::MPI_Win_lock);
  a.follow(Call::MPI_Win_lock, 0, 1, &released);  // as transit
  a.end_call(0, 1, 0);
  EXPECT_EQ(a.now()[0], 55 * us);
  EXPECT_EQ(a.spent(0).waiting, 49 * us);
  a.follow(Call::MPI_Win_lock, 0, 1, &released);  // free since long
  EXPECT_EQ(a.now()[0], 60 * us);
  EXPECT_EQ(a.spent(0).waiting, 49 * us);
  expect_sums(a);
}

// MPI_Fetch_and_op takes 8 us, and among four that share a window one follows the other by 3.
class Served : public testing::Test {
 protected:
  static Lane lane_with(bool measured) {
    auto model = std::make_shared<Model>(*round_model());
    model->calls["MPI_Fetch_and_op"] = {class_of(0, 8, 0)};
    if (measured) model->calls["MPI_Fetch_and_op.next"] = {class_of(0, 3, 0)};
    Lane found = lane("mean");
    found.model = model;
    return found;
  }
  // When this process is through, where the one before was at `before`.
  static void expect(bool measured, SimTime before, SimTime end, SimTime waiting) {
    Engine a = process(1, {lane_with(measured)});
    a.compute(1);
    a.begin_call(Call::MPI_Fetch_and_op);
    a.serve({Call::MPI_Fetch_and_op, 4, 0, {0, 3, 0}}, 0, &before);
    a.end_call(0, 0, 0);
    EXPECT_EQ(a.now()[0], end);
    EXPECT_EQ(a.spent(0).waiting, waiting);
    expect_sums(a);
  }
};

TEST_F(Served, one_after_the_other) {
  expect(true, 0, 9 * us, 0);
  expect(true, 6 * us, 9 * us, 0);  // there when the one before is through
  expect(true, 8 * us, 11 * us, 2 * us);
  expect(true, 100 * us, 103 * us, 94 * us);
}

TEST_F(Served, as_if_alone_where_nobody_has_measured_it) { expect(false, 100 * us, 9 * us, 0); }

TEST(Engine, one_sided_calls_cost_nothing_while_the_clock_stands_still) {
  Engine a = process(0);
  a.freeze();
  Clock epoch(1);
  const SimTime late = 99 * us;
  a.transfer(Call::MPI_Put, 1000, 1, epoch);
  const Clock done = a.post_transfer(Call::MPI_Rput, 1000, 1);
  a.meet({1}, &late, epoch);
  a.follow(Call::MPI_Win_lock, 0, 1, &late);
  EXPECT_EQ(a.now()[0], 0);
  EXPECT_EQ(epoch[0], 0);
  EXPECT_EQ(done[0], 0);
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Whose turn it is, and who may change the memory of one that waits for that.
#include <vector>

#include "horizon_of_three.hpp"

namespace revprof {
namespace {

using TurnsOfThree = HorizonOfThree;

TEST_F(TurnsOfThree, the_earliest_of_lowest_rank_has_its_turn) {
  const std::vector<int> all = {0, 1, 2};
  of[0].publish(40);
  of[1].publish(40);
  of[2].publish(60);
  for (int process = 0; process < 3; ++process) of[process].look();
  EXPECT_TRUE(is_turn(of[0], 40, all));
  EXPECT_FALSE(is_turn(of[1], 40, all));
  EXPECT_FALSE(is_turn(of[2], 60, all));
  EXPECT_TRUE(is_turn(of[2], 60, {2}));
  of[0].set(Horizon::State::lock);  // which may be free
  of[1].look();
  EXPECT_FALSE(is_turn(of[1], 40, all));
  EXPECT_TRUE(of[1].gets_on(0));
}

TEST_F(TurnsOfThree, one_that_waits_for_a_change_follows_the_others) {
  of[1].publish(10);
  of[2].publish(50);
  of[1].wait_for_change(of[1].changes());
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 50);
  EXPECT_FALSE(of[0].gets_on(1));
  of[2].begin_change(50);
  of[2].publish(60);
  of[0].look();
  EXPECT_EQ(of[0].reached(2), 50);
  EXPECT_FALSE(is_turn(of[0], 55, {0, 1, 2}));  // it may wake process 1
  of[2].made_change(1);
  of[2].all_are_there();
  of[0].look();
  EXPECT_EQ(of[0].reached(2), 60);
  EXPECT_EQ(of[0].bound(1), 10);  // it may have seen it
  EXPECT_TRUE(of[0].gets_on(1));
  of[1].wait_for_change(of[1].changes());
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 60);
  EXPECT_TRUE(is_turn(of[0], 55, {0, 1, 2}));
  of[1].resume();
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 10);
}

// 10: does something with word 7 that takes until 35; 20: with word 8.
TEST_F(TurnsOfThree, those_that_want_different_words_need_not_wait_for_each_other) {
  const std::vector<int> all = {0, 1, 2};
  of[2].publish(30);
  of[1].wait_for_turn(10, 7, 35);
  of[0].look();
  EXPECT_EQ(of[0].comes_before(20, 8, all), -1);
  EXPECT_EQ(of[0].comes_before(20, 7, all), 1);
  EXPECT_EQ(of[0].comes_before(20, Horizon::any_word, all), 1);
  EXPECT_EQ(of[0].bound(1), 35);  // of messages
  EXPECT_TRUE(of[0].gets_on(1));
  EXPECT_EQ(of[0].comes_before(30, 8, all), -1);  // of the same time, and the lower rank
  EXPECT_EQ(of[0].comes_before(40, 8, all), 2);
  of[2].publish(50);
  of[0].look();
  EXPECT_EQ(of[0].comes_before(40, 8, all), 1);  // it may want word 8 next
  of[2].wait_for_change(of[2].changes());
  of[0].look();
  EXPECT_EQ(of[0].comes_before(55, 8, all), 1);
  EXPECT_EQ(of[0].bound(2), 50);
  of[1].resume();
  of[1].publish(60);
  of[0].look();
  EXPECT_EQ(of[0].comes_before(55, 8, all), -1);  // of process 2, who follows it at 60
}

TEST_F(TurnsOfThree, one_whose_turn_comes_may_wake_those_that_wait) {
  of[2].publish(5);
  of[2].wait_for_change(of[2].changes());
  of[1].wait_for_turn(10, 7, 35);
  of[0].look();
  EXPECT_EQ(of[0].bound(2), 10);
  EXPECT_EQ(of[0].comes_before(20, 8, {0, 1, 2}), 1);  // which process 2 follows
  EXPECT_FALSE(of[0].gets_on(2));
  of[2].made_change(2);
  of[0].look();
  EXPECT_TRUE(of[0].gets_on(2));
}

TEST_F(TurnsOfThree, one_that_follows_another_one_comes_after_it) {
  for (Horizon& horizon : of) horizon.publish(40);
  of[0].wait_for_change(of[0].changes());
  of[1].look();
  EXPECT_TRUE(is_turn(of[1], 40, {0, 1, 2}));  // process 0 is woken by process 2 at 40, or later
  of[2].look();
  EXPECT_FALSE(is_turn(of[2], 40, {0, 1, 2}));
}

}  // namespace
}  // namespace revprof

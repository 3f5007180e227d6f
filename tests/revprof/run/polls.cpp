// SPDX-License-Identifier: BSD-3-Clause
// When a process that only asks asks again, by hand-computed times.
#include "revprof/run/polls.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr SimTime never = Horizon::never;
constexpr Polls::Question probe = 1, test = 2;

TEST(Polls, one_question_goes_on_when_it_is_asked_again) {
  Polls polls;
  EXPECT_FALSE(polls.failed(100, probe, 150, never));
  EXPECT_EQ(polls.time(100), 100);
  EXPECT_TRUE(polls.failed(100, probe, 150, never));
  EXPECT_EQ(polls.time(100), 150);
  EXPECT_FALSE(polls.failed(100, probe, 180, never));  // at 150
  EXPECT_TRUE(polls.failed(100, probe, 180, never));
  EXPECT_EQ(polls.until(), 180);
}

TEST(Polls, questions_in_turn_go_on_to_what_any_of_them_waits_for) {
  Polls polls;
  EXPECT_FALSE(polls.failed(100, probe, 170, never));
  EXPECT_FALSE(polls.failed(100, test, never, 140));
  EXPECT_TRUE(polls.failed(100, probe, 170, never));
  EXPECT_EQ(polls.until(), 140);
  EXPECT_EQ(polls.own(), 140);
}

TEST(Polls, what_is_known_goes_before_what_may_come) {
  Polls polls;
  polls.failed(100, probe, 120, never);
  polls.failed(100, test, never, 140);
  EXPECT_TRUE(polls.failed(100, probe, 120, never));
  EXPECT_EQ(polls.until(), 120);
  EXPECT_EQ(polls.own(), 140);  // until then it sends nothing by itself
}

TEST(Polls, stall_where_no_later_time_is_known) {
  Polls polls;
  EXPECT_FALSE(polls.failed(100, probe, 100, never));
  EXPECT_FALSE(polls.stalls());
  EXPECT_FALSE(polls.failed(100, probe, 100, never));
  EXPECT_TRUE(polls.stalls());
  EXPECT_FALSE(polls.failed(100, probe, 130, never));  // somebody has gone on: the round had begun
  EXPECT_TRUE(polls.failed(100, probe, 130, never));
  EXPECT_FALSE(polls.stalls());
  EXPECT_EQ(polls.until(), 130);
}

TEST(Polls, begin_anew_when_the_clock_has_moved) {
  Polls polls;
  polls.failed(100, probe, 150, never);
  EXPECT_FALSE(polls.failed(110, probe, 150, never));
  EXPECT_EQ(polls.until(), 0);
}

}  // namespace
}  // namespace revprof

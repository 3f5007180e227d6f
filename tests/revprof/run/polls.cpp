// SPDX-License-Identifier: BSD-3-Clause
// What time the questions of a process that only asks take, by hand-computed times.
#include "revprof/run/polls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace revprof {
namespace {

constexpr SimTime never = Horizon::never, tick = 10'000;
constexpr Polls::Question probe = 1, test = SimTime{1} << 32;

SimTime fails(Polls& polls, SimTime now, Polls::Question question, SimTime until = 0) {
  const SimTime at = polls.ask(now, question);
  polls.failed(until, {});
  return at;
}

TEST(Polls, a_first_question_takes_no_time) {
  Polls polls;
  EXPECT_EQ(fails(polls, 100, probe), 100);
  EXPECT_EQ(polls.until(), 100);
  EXPECT_EQ(fails(polls, 130, probe), 130);  // something has been done meanwhile
}

TEST(Polls, each_round_takes_a_tick) {
  Polls polls;
  EXPECT_EQ(fails(polls, 100, probe), 100);
  EXPECT_EQ(fails(polls, 100, test), 100);
  EXPECT_EQ(fails(polls, 100, probe), 100 + tick);
  EXPECT_EQ(fails(polls, 100, test), 100 + tick);
  EXPECT_EQ(fails(polls, 100, probe), 100 + 2 * tick);
  EXPECT_EQ(polls.until(), 100 + 2 * tick);
}

TEST(Polls, the_last_round_counts_when_it_has_failed) {
  Polls polls;
  fails(polls, 100, probe);
  fails(polls, 100, probe);
  EXPECT_EQ(polls.ask(100, probe), 100 + 2 * tick);
  EXPECT_EQ(polls.until(), 100 + tick);  // what was there since then is there when it came
}

TEST(Polls, rounds_take_twice_as_long_after_a_thousand) {
  Polls polls;
  SimTime expected = 0;
  for (int round = 0; round < 10'000; ++round) {
    EXPECT_EQ(fails(polls, 0, probe, never), expected);
    expected += round < 7000 ? tick << (round / 1000) : 1'000'000;
  }
}

TEST(Polls, who_has_asked_for_long_goes_on_to_what_is_known) {
  Polls polls;
  constexpr SimTime hour = 3'600'000'000'000'000;
  SimTime at = 0;
  for (int round = 0; round < 7002; ++round) {
    fails(polls, 0, test, 2 * hour);
    at = fails(polls, 0, probe, hour);
  }
  EXPECT_EQ(at, hour);
}

// One that has been told of the others early leaves out more rounds than one that has not.
TEST(Polls, how_many_rounds_are_left_out_makes_no_difference) {
  constexpr SimTime us = 1'000'000, there = 5'000 * us + 300'000;
  const auto ends = [&](SimTime known) {
    Polls polls;
    for (;;) {
      if (polls.ask(0, probe) >= there) return std::pair(polls.time(), polls.until());
      polls.failed(std::min(there, polls.time() + known), {});
    }
  };
  for (const SimTime known : {SimTime{1}, us / 3, us, 7 * us / 2, 3'000 * us}) {
    EXPECT_EQ(ends(known), std::pair(5'001 * us, 5'000 * us));
  }
}

TEST(Polls, who_has_found_a_message_goes_on_when_it_is_there) {
  Polls polls;
  fails(polls, 100, probe);
  polls.ask(100, probe);
  polls.found(100 + tick / 2);
  EXPECT_EQ(polls.until(), 100 + tick / 2);
}

TEST(Polls, a_first_question_that_is_not_asked_again_ends_no_round_for_long) {
  Polls polls;
  fails(polls, 0, probe);
  for (int i = 0; i < 999; ++i) EXPECT_EQ(fails(polls, 0, test), 0);
  EXPECT_EQ(fails(polls, 0, test), tick);
}

// From the 4000th round on, when all that are asked in turn are known.
TEST(Polls, who_has_asked_for_long_waits) {
  Polls polls;
  for (int round = 0; round < 4000; ++round) {
    const SimTime at = polls.ask(0, probe);
    EXPECT_EQ(polls.promise({never, 7}).due, at);
    EXPECT_FALSE(polls.has_promised());
    polls.failed(0, {never, 7});
    polls.ask(0, test);
    polls.failed(0, {50'000 * tick, 6});
  }
  polls.ask(0, probe);
  const Polls::Promise other = polls.promise({never, 7});
  EXPECT_EQ(other.due, 50'000 * tick);  // when the test is going to succeed
  EXPECT_EQ(other.heard, 6U);
  polls.failed(0, {40'000 * tick, 8});
  polls.ask(0, test);
  EXPECT_EQ(polls.promise({50'000 * tick, 9}).due, 40'000 * tick);
  EXPECT_TRUE(polls.has_promised());
  polls.failed(0, {50'000 * tick, 9});
  polls.ask(0, test);  // out of turn
  EXPECT_EQ(polls.promise({never, 9}).due, polls.time());
  polls.succeeded();
  EXPECT_FALSE(polls.has_promised());
}

TEST(Polls, what_is_known_to_fail_is_not_looked_for) {
  Polls polls;
  fails(polls, 0, probe, 3 * tick);
  for (int round = 1; round < 3; ++round) {
    polls.ask(0, probe);
    EXPECT_TRUE(polls.is_known());
    polls.failed_again();
  }
  polls.ask(0, probe);
  EXPECT_FALSE(polls.is_known());  // at the third tick
}

TEST(Polls, but_now_and_then_the_library_gets_on) {
  Polls polls;
  fails(polls, 0, probe, never);
  int looks = 0;
  for (int round = 0; round < 2560; ++round) {
    polls.ask(0, probe);
    looks += polls.is_known() ? 0 : 1;
    polls.failed_again();
  }
  EXPECT_EQ(looks, 10);
}

TEST(Polls, what_ends_a_loop_is_an_answer_or_not) {
  Polls polls;
  fails(polls, 100, probe);
  fails(polls, 100, test);
  EXPECT_TRUE(polls.has_failed());
  polls.ask(100, probe);
  polls.found(100);
  EXPECT_FALSE(polls.has_failed());
}

TEST(Polls, an_answer_may_be_there_sooner_than_its_question_had_failed_for) {
  Polls polls;
  for (int i = 0; i < 3; ++i) fails(polls, 100, probe, 100 + 2 * tick);
  polls.ask(100, probe);
  polls.succeeded(never);  // no message
  EXPECT_EQ(polls.until_answer(), 100 + 2 * tick);
  polls.succeeded(100 + 2 * tick);
  EXPECT_EQ(polls.until_answer(), 100 + 2 * tick);
  polls.succeeded(100 + tick);
  EXPECT_EQ(polls.until_answer(), 100 + tick);
  EXPECT_EQ(polls.until(), 100 + 2 * tick);
}

TEST(Polls, another_question_may_find_what_is_there_for_long) {
  Polls polls;
  for (int i = 0; i < 3; ++i) fails(polls, 100, probe, never);
  polls.ask(100, test);
  polls.succeeded(0);
  EXPECT_EQ(polls.until_answer(), 100 + 2 * tick);
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How early each process may still send, by what it shows: three processes without any library.
#include <chrono>
#include <vector>

#include "horizon_of_three.hpp"

namespace revprof {
namespace {

constexpr SimTime never = Horizon::never;
constexpr int remembered = 65536;  // messages of a pair, where processes are few

TEST_F(HorizonOfThree, one_that_runs_may_send_at_its_clock) {
  of[1].publish(70);
  of[2].publish(40);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 70);
  EXPECT_EQ(of[0].bound(2), 40);
  EXPECT_EQ(of[0].bound(0), never);
}

TEST_F(HorizonOfThree, one_that_waits_goes_on_when_another_one_has_sent) {
  of[1].publish(20);
  of[2].publish(50);
  wait_for(1, Horizon::Message::anybody);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 50);
  of[2].sent(1, 60, {7, 3}, 55);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 20);  // the message may be there already
  of[1].received(2, 60);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 55);
}

// The watch counts messages of several communicators and tags as one kind.
TEST_F(HorizonOfThree, one_that_waits_lacks_a_message_until_that_one_is_sent) {
  of[2].sent(1, 10, {7, 3}, 10);
  of[1].received(2, 10);
  of[1].publish(20);
  of[2].publish(50);
  const Horizon::Message message{2, 0xffff, 1, 7, 3};
  of[1].wait_for(&message, 1, false);
  of[2].sent(1, 60, {7, 4}, 55);
  of[2].sent(1, 61, {8, 3}, 55);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 20);  // the one that it has may be that, for all the others know
  of[0].set(Horizon::State::running);
  of[1].look();  // now it knows
  of[1].wait_for(&message, 1, false);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 55);
  of[2].sent(1, 62, {7, 3}, 70);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 20);
}

// What was remembered in the place of a refused message is so again, and those that follow have
// their numbers.
TEST_F(HorizonOfThree, a_message_that_was_refused_is_none) {
  Horizon::UnderWay message;
  for (int i = 0; i < remembered; ++i) of[2].sent(1, 60 + i, {7, 14}, 55);
  const auto first = of[2].last_letter();
  of[2].sent(1, 80, {7, 14}, 55);
  EXPECT_EQ(of[2].last_letter().ordinal, first.ordinal + 1);
  EXPECT_TRUE(of[1].has_forgotten(2));
  of[2].unsent(1);
  EXPECT_EQ(of[1].heard(), unsigned{remembered});
  EXPECT_FALSE(of[1].has_forgotten(2));
  ASSERT_TRUE(of[1].next(2, {7, 14}, message));
  EXPECT_EQ(message.sent, 60);
  of[2].sent(1, 90, {8, 1}, 55);
  of[2].unsent(1);
  of[2].sent(1, 90, {8, 1}, 55);
  EXPECT_EQ(of[2].last_letter().ordinal, 1u);
  EXPECT_EQ(of[2].last_letter().alike, 1u);
}

// They are told apart by the time at which they were sent.
TEST_F(HorizonOfThree, which_of_those_sent_at_once_is_here_is_not_known) {
  of[1].publish(20);
  of[2].publish(50);
  of[2].sent(1, 60, {7, 3}, 55);
  of[2].sent(1, 60, {7, 4}, 55);
  of[1].received(2, 60);  // the second one, say
  of[1].look();
  const Horizon::Message message{2, 0xffff, 1, 7, 3};
  of[1].wait_for(&message, 1, false);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 20);
}

// The few that a pair remembers at first are more when its sender is that far ahead.
TEST_F(HorizonOfThree, messages_of_a_sender_that_is_far_ahead_have_their_times_and_tags) {
  constexpr int messages = 200, every = 20;
  for (int tag = 0; tag < messages; ++tag) {
    of[2].sent(1, 60 + tag, {7, tag}, 55);
    if (tag % every == 0) of[1].received(2, 60 + tag);  // meanwhile, not in their order
  }
  of[1].look();
  EXPECT_FALSE(of[1].has_forgotten(2));
  Horizon::UnderWay message;
  for (int tag = 0; tag < messages; ++tag, ++message.number) {
    if (tag % every == 0) continue;
    ASSERT_TRUE(of[1].next(2, {7, Horizon::Subject::any_tag}, message));
    EXPECT_EQ(message.tag, tag);
    EXPECT_EQ(message.sent, 60 + tag);
    message.number = static_cast<std::uint64_t>(tag);
  }
  EXPECT_FALSE(of[1].next(2, {7, Horizon::Subject::any_tag}, message));
}

TEST_F(HorizonOfThree, what_is_received_counts_at_once_if_asked_to) {
  Horizon::UnderWay message;
  of[2].sent(1, 60, {7, 3}, 55);
  of[2].sent(1, 61, {7, 3}, 55);
  of[1].received(2, 60);
  of[1].count_news(2);
  ASSERT_TRUE(of[1].next(2, {7, 3}, message));
  EXPECT_EQ(message.sent, 61);
}

// More are under way than are remembered.
TEST_F(HorizonOfThree, once_one_was_forgotten_no_message_is_known_to_lack_until_all_are_here) {
  of[1].publish(20);
  of[2].publish(50);
  constexpr int last = remembered + 4;
  for (int tag = 0; tag <= last; ++tag) of[2].sent(1, 60 + tag, {7, tag}, 55);
  for (int tag = 0; tag < last; ++tag) of[1].received(2, 60 + tag);
  of[1].look();
  const Horizon::Message message{2, 0xffff, 1, 7, last + 1};
  of[1].wait_for(&message, 1, false);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 20);
  of[1].set(Horizon::State::running);
  of[1].received(2, 60 + last);
  of[1].look();
  of[1].wait_for(&message, 1, false);
  of[0].sent(1, 30, {7, 0}, 30);  // so that something is under way
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 55);
}

TEST_F(HorizonOfThree, one_that_waits_for_this_one_sends_nothing) {
  wait_for(1, 0);
  wait_for(2, 1);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), never);
  of[2].look();
  EXPECT_EQ(of[2].bound(1), 0);  // process 0 may wake it
}

TEST_F(HorizonOfThree, one_that_has_not_left_a_collective_of_all_may_send_when_all_have_come) {
  of[1].publish(30);
  of[2].publish(50);
  of[1].wait_for_all();
  of[0].look();
  EXPECT_EQ(of[0].bound(1), never);  // this one has not come
  of[0].wait_for_all();
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 50);  // process 2 has not
  of[2].wait_for_all();
  of[0].set(Horizon::State::running);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 30);
  EXPECT_EQ(of[0].bound(2), 50);
  of[1].set(Horizon::State::running);
  of[1].wait_for_all();  // the next one
  of[0].look();
  EXPECT_EQ(of[0].bound(1), never);
}

TEST_F(HorizonOfThree, one_that_asks_sends_nothing_before_its_own_time) {
  of[1].ask(30, 90, of[1].heard());
  of[2].publish(60);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 60);  // a message of process 2
  of[2].publish(200);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 90);
  of[1].set(Horizon::State::running);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 30);
}

TEST_F(HorizonOfThree, two_that_ask_do_not_wait_for_each_other) {
  of[0].publish(300);
  of[1].ask(30, 40, of[1].heard());
  of[2].ask(35, 50, of[2].heard());
  of[1].look();
  EXPECT_EQ(of[1].bound(2), 50);
  of[2].look();
  EXPECT_EQ(of[2].bound(1), 40);
  of[0].look();
  EXPECT_TRUE(of[0].gets_on(1));  // it is the first one
  EXPECT_FALSE(of[0].gets_on(2));
  EXPECT_EQ(of[0].gets_on_until(45), 1);
  EXPECT_EQ(of[0].gets_on_until(39), -1);
  of[1].ask(30, never, of[1].heard());  // without this one it does nothing
  of[2].ask(35, never, of[2].heard());
  of[0].look();
  EXPECT_EQ(of[0].gets_on_until(never), -1);
}

TEST_F(HorizonOfThree, one_that_asks_knows_of_what_it_has_heard) {
  of[2].sent(1, 20, {7, 3}, 25);
  of[1].ask(30, 90, of[1].heard());
  of[2].publish(300);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 90);
  of[2].sent(1, 300, {7, 3}, 310);
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 30);  // one that may have come while it asked
  of[1].ask(30, 70, of[1].heard());
  of[0].look();
  EXPECT_EQ(of[0].bound(1), 70);
}

TEST_F(HorizonOfThree, patience_lasts_while_one_gets_on_that_may_come_before) {
  of[1].publish(60);
  of[1].wait_for_change(of[1].changes());
  of[2].publish(90);
  of[2].made_change(1);  // which ends its wait
  of[0].publish(50);
  of[0].look();
  EXPECT_EQ(of[0].gets_on_until(59), -1);
  EXPECT_EQ(of[0].gets_on_until(95), 1);
  Horizon::Patience lasting(of[0]), over(of[0]);
  const auto begin = std::chrono::steady_clock::now();
  for (SimTime time = 60; std::chrono::steady_clock::now() - begin < std::chrono::seconds(1);) {
    of[1].publish(++time);
    of[0].look();
    ASSERT_TRUE(lasting.lasts(1));
  }
  of[1].sent(0, 70, {7, 3}, 71);
  Horizon::Patience for_message(of[0]);
  const auto now = std::chrono::steady_clock::now();
  of[1].set(Horizon::State::lock);
  of[0].look();
  EXPECT_TRUE(of[0].gets_on(1));
  of[0].holds(1);  // it may wait for this one
  EXPECT_FALSE(of[0].gets_on(1));
  while (std::chrono::steady_clock::now() - now < std::chrono::seconds(1)) {
    ASSERT_TRUE(for_message.lasts_for_message(1));
  }
  of[1].set(Horizon::State::running);
  of[0].look();
  while (over.lasts(-1)) {
  }
  while (lasting.lasts(1)) {  // nothing is to be saved any more
  }
}

// It waits for one and for another that stand still, whatever they show; nobody waits so long
// again.
TEST_F(HorizonOfThree, patience_ends_where_no_clock_moves_on) {
  of[1].publish(20);
  Horizon::Patience patience(of[0]);
  const auto begin = std::chrono::steady_clock::now();
  bool lasts = true;
  for (int looks = 0; lasts; ++looks) {
    of[2].ask(20, 90, of[2].heard());
    if (looks % 2 == 0) of[2].set(Horizon::State::running);
    of[0].look();
    lasts = patience.lasts_for_message(looks % 3 == 0 ? 1 : 2);
    ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));
  }
  const auto again = std::chrono::steady_clock::now();
  Horizon::Patience others(of[1]);
  of[1].look();
  while (others.lasts_for_message(2)) {
  }
  EXPECT_LT(std::chrono::steady_clock::now() - again, (again - begin) / 2);
}

// What it has posted may be complete for it, and not have left: the others wait for that.
TEST_F(HorizonOfThree, library_gets_on_while_one_waits) {
  of[0].look();
  Horizon::Patience patience(of[0]);
  for (int looks = 0; looks < 100; ++looks) {
    of[1].publish(looks);
    of[0].look();
    ASSERT_TRUE(patience.lasts(1));
  }
  EXPECT_GE(teams[0]->progressed, 10);
  EXPECT_EQ(teams[1]->progressed, 0);
}

TEST_F(HorizonOfThree, messages_are_known_by_subject_and_in_their_order) {
  of[1].sent(0, 10, {7, 1}, 10);
  of[1].sent(0, 12, {7, 2}, 12);
  of[1].sent(0, 14, {7, 1}, 14);
  Horizon::UnderWay message;
  ASSERT_TRUE(of[0].next(1, {7, 2}, message));
  EXPECT_EQ(message.sent, 12);
  of[0].received(1, 12);
  of[0].look();
  message = {};
  EXPECT_FALSE(of[0].next(1, {7, 2}, message));
  message = {};
  ASSERT_TRUE(of[0].next(1, {7, Horizon::Subject::any_tag}, message));
  EXPECT_EQ(message.sent, 10);
  of[0].received(1, 10);
  of[0].look();
  message = {};
  ASSERT_TRUE(of[0].next(1, {7, 1}, message));
  EXPECT_EQ(message.sent, 14);
  message = {};
  EXPECT_FALSE(of[0].next(1, {8, 1}, message));
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// When receives were posted, as their senders hear of it.
#include <vector>

#include "horizon_of_three.hpp"
#include "revprof/run/ordinals.hpp"

namespace revprof {
namespace {

using Posting = Horizon::Posting;
constexpr SimTime never = Horizon::never;

struct HorizonPostings : HorizonOfThree {
  // From process 0 to 1, as all that follows.
  Horizon::Letter letter(int tag = 1, SimTime at = 10) {
    of[0].sent(1, at, {7, tag}, at);
    return of[0].last_letter();
  }
  void post(SimTime at, int tag = 1, std::uint64_t context = 7) {
    of[1].posts(0, {context, tag}, &at);
  }
  Posting posting(const Horizon::Letter& letter) { return of[0].posting(letter, posted); }

  Horizon::Opening posted;
};

TEST_F(HorizonPostings, first_message_comes_to_the_first_receive_of_its_communicator_and_tag) {
  post(30);
  const auto first = letter(1), other = letter(2), second = letter(1);
  EXPECT_EQ(posting(second), Posting::awaited);
  EXPECT_EQ(posting(first), Posting::known);
  EXPECT_EQ(posted.at, Clock{30});
  post(40, 2, 8);  // in another communicator
  EXPECT_EQ(posting(other), Posting::awaited);
  post(50, 2);
  post(60, 1);
  EXPECT_EQ(posting(other), Posting::known);
  EXPECT_EQ(posted.at, Clock{50});
  EXPECT_EQ(posting(second), Posting::known);
  EXPECT_EQ(posted.at, Clock{60});
}

TEST_F(HorizonPostings, one_of_long_ago_is_not_known_any_more) {
  const auto first = letter(), second = letter();
  post(1);
  post(2);
  for (int i = 0; i < 30; ++i) post(3 + i);
  EXPECT_EQ(posting(first), Posting::known);
  post(33);
  EXPECT_EQ(posting(first), Posting::unknown);
  EXPECT_EQ(posting(second), Posting::known);
  EXPECT_EQ(posted.at, Clock{2});
  const auto rare = letter(9);
  for (int i = 0; i < 32; ++i) post(70 + i);
  EXPECT_EQ(posting(rare), Posting::awaited);
  post(200);
  EXPECT_EQ(posting(rare), Posting::unknown);  // it may have been the first one of these
}

// 1 and 33 are alike, 1 and 2 are not.
TEST_F(HorizonPostings, one_that_was_forgotten_before_its_message_was_sent) {
  post(1, 1);
  for (int i = 0; i < 32; ++i) post(2 + i, 2);
  EXPECT_EQ(posting(letter(1)), Posting::unknown);
  const auto second = letter(1), other = letter(33);
  EXPECT_EQ(posting(second), Posting::awaited);  // as many as are alike have their messages
  EXPECT_EQ(posting(letter(5)), Posting::awaited);
  post(50, 33);
  EXPECT_EQ(posting(other), Posting::known);
  post(60, 1);
  EXPECT_EQ(posting(second), Posting::known);
  EXPECT_EQ(posted.at, Clock{60});
}

TEST_F(HorizonPostings, what_was_told_before_the_order_was_lost_is_known) {
  post(30);
  of[1].lose_order();
  post(40);
  EXPECT_EQ(posting(letter()), Posting::known);
  EXPECT_EQ(posting(letter()), Posting::unknown);
  of[0].lose_order();  // the sender's messages are not in their order either
  EXPECT_EQ(posting(letter(3)), Posting::unknown);
}

TEST_F(HorizonPostings, who_asks_is_told_of_a_receive_as_of_a_message) {
  const auto unasked = of[0].heard();
  post(30);
  EXPECT_EQ(of[0].heard(), unasked);
  letter();
  const auto heard = of[0].heard();
  post(40);
  EXPECT_NE(of[0].heard(), heard);
}

// A receiver that does nothing until the message is there says so.
TEST_F(HorizonPostings, who_only_waits_says_so) {
  const auto first = letter(), second = letter();
  const SimTime at = 30, later = 40;
  of[1].posts(0, {7, 1}, &at, true);
  of[1].posts(0, {7, 1}, &later);
  EXPECT_EQ(posting(first), Posting::known);
  EXPECT_TRUE(posted.only_waits);
  EXPECT_EQ(posting(second), Posting::known);
  EXPECT_FALSE(posted.only_waits);
}

TEST_F(HorizonPostings, one_that_is_not_told_may_have_been_posted_before) {
  of[1].publish(50);
  of[0].look();
  EXPECT_EQ(of[0].earliest_posting(1), 50);
  of[1].has_more_untold(1);
  EXPECT_EQ(of[0].earliest_posting(1), 0);
  of[1].has_more_untold(-1);
  wait_for(1, 0);
  of[0].look();
  EXPECT_EQ(of[0].earliest_posting(1), never);  // it waits for something else of this one
}

TEST_F(HorizonPostings, a_sender_goes_on_when_its_receive_is_posted) {
  of[0].publish(10);
  of[1].publish(90);
  of[0].wait_for_posting(letter(), 10);
  of[2].look();
  EXPECT_EQ(of[2].bound(0), 90);  // after its receiver
  EXPECT_FALSE(of[2].gets_on(0));
  of[1].look();
  EXPECT_EQ(of[1].bound(0), never);
  post(95);
  of[2].look();
  EXPECT_EQ(of[2].bound(0), 10);
  EXPECT_TRUE(of[2].gets_on(0));
}

// As its sender knows it, so do others: however many receives were told before.
TEST_F(HorizonPostings, a_sender_waits_after_many_receives) {
  for (int i = 0; i < 40; ++i) {
    letter();
    post(1 + i);
  }
  of[0].publish(50);
  of[1].publish(90);
  of[0].wait_for_posting(letter(), 50);
  of[2].look();
  EXPECT_FALSE(of[2].gets_on(0));
  of[1].look();
  EXPECT_EQ(of[1].bound(0), never);
}

// 0 to 1, who waits for another message of 0.
TEST_F(HorizonPostings, a_sender_does_not_wait_for_one_that_waits_for_it) {
  const auto first = letter();
  of[0].wait_for_posting(first, 10);
  of[0].look();
  EXPECT_EQ(of[0].stuck_first(first), -1);
  const Horizon::Message message{0, 0xffff, 1, 7, 2};
  of[1].wait_for(&message, 1, false);
  of[0].look();
  EXPECT_EQ(of[0].stuck_first(first), 0);
}

// Each to the next one: the one whose clock is the first one goes on alone, and nobody before all
// of them wait.
TEST_F(HorizonPostings, of_senders_in_a_circle_the_first_one_goes_on) {
  Horizon::Letter letters[3];
  for (const int process : {0, 1, 2}) {
    of[process].sent((process + 1) % 3, 20, {7, 1}, 20);
    letters[process] = of[process].last_letter();
  }
  of[0].wait_for_posting(letters[0], 25);
  of[1].wait_for_posting(letters[1], 22);
  of[2].publish(20);
  of[0].look();
  EXPECT_EQ(of[0].stuck_first(letters[0]), -1);
  of[2].wait_for_posting(letters[2], 22);
  for (const int process : {0, 1, 2}) {
    of[process].look();
    EXPECT_EQ(of[process].stuck_first(letters[process]), 1);
  }
}

// 0 and 1 to each other, while 2 gets on.
TEST_F(HorizonPostings, of_two_senders_to_each_other_the_first_one_goes_on) {
  const auto own = letter();
  of[1].sent(0, 10, {7, 1}, 10);
  const auto its = of[1].last_letter();
  of[0].wait_for_posting(own, 10);
  of[1].wait_for_posting(its, 10);
  of[0].look();
  of[1].look();
  EXPECT_EQ(of[0].stuck_first(own), 0);
  EXPECT_EQ(of[1].stuck_first(its), 0);
}

TEST(Ordinals, count_what_is_alike) {
  Ordinals ordinals;
  for (std::uint32_t round = 1; round <= 3; ++round) {
    for (int process = 0; process < 20; ++process) {
      for (int tag = 0; tag < 30; ++tag) {
        ASSERT_EQ(ordinals.next({7, process, tag}), round);
      }
    }
  }
  EXPECT_EQ(ordinals.next({8, 0, 0}), 1u);
  ordinals.forget(7);
  EXPECT_EQ(ordinals.next({7, 3, 3}), 1u);
  EXPECT_EQ(ordinals.next({8, 0, 0}), 2u);
  int kinds = 0;
  while (ordinals.next({9, 0, kinds}) != 0) ++kinds;
  EXPECT_GE(kinds, 200000);
  EXPECT_EQ(ordinals.next({9, 0, kinds}), 0u);
}

}  // namespace
}  // namespace revprof

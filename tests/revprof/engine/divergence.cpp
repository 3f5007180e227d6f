// SPDX-License-Identifier: BSD-3-Clause
// Which messages count as taken in another order than a lane's own.
#include "revprof/engine/divergence.hpp"

#include <gtest/gtest.h>

#include <array>

namespace revprof {
namespace {

constexpr int any = Divergences::any_tag;

// Three lanes; the receiver takes messages in the order of the first.
class Receiver {
 public:
  Receiver& takes(int source, std::array<SimTime, 3> arrivals, int asked = any, int tag = 7,
                  int communicator = 0) {
    divergences_.took(communicator, asked, source, tag, arrivals.data());
    return *this;
  }
  std::array<std::int64_t, 4> counts() const {
    return {divergences_.on_lane(0), divergences_.on_lane(1), divergences_.on_lane(2),
            divergences_.on_any_lane()};
  }

 private:
  Divergences divergences_{3};
};

using Counts = std::array<std::int64_t, 4>;

TEST(Divergence, lanes_that_agree_do_not_diverge) {
  Receiver r;
  r.takes(1, {10, 20, 5}).takes(2, {11, 21, 6}).takes(3, {12, 22, 6});
  EXPECT_EQ(r.counts(), (Counts{0, 0, 0, 0}));
}

TEST(Divergence, message_that_was_first_on_another_lane_counts_there) {
  Receiver r;
  r.takes(1, {10, 20, 5}).takes(2, {11, 19, 6});
  EXPECT_EQ(r.counts(), (Counts{0, 1, 0, 1}));
}

TEST(Divergence, a_message_counts_once_however_many_it_overtakes) {
  Receiver r;
  r.takes(1, {10, 20, 5}).takes(2, {11, 21, 6}).takes(3, {12, 1, 1});
  EXPECT_EQ(r.counts(), (Counts{0, 1, 1, 1}));
}

// The host decided, and not as the primary lane would have.
TEST(Divergence, the_primary_lane_can_diverge_too) {
  Receiver r;
  r.takes(1, {10, 10, 10}).takes(2, {9, 11, 10});
  EXPECT_EQ(r.counts(), (Counts{1, 0, 0, 1}));
}

TEST(Divergence, messages_of_one_source_are_no_choice) {
  Receiver r;
  r.takes(1, {10, 20, 5}).takes(1, {11, 4, 4});  // a short one behind a long one
  EXPECT_EQ(r.counts(), (Counts{0, 0, 0, 0}));
  r.takes(2, {12, 19, 6});  // before the first one of source 1
  EXPECT_EQ(r.counts(), (Counts{0, 1, 0, 1}));
  r.takes(1, {13, 19, 7});  // before its own first one, and not before that of source 2
  EXPECT_EQ(r.counts(), (Counts{0, 1, 0, 1}));
}

TEST(Divergence, the_earlier_receive_must_have_been_able_to_take_it) {
  Receiver r;
  r.takes(1, {10, 20, 5}, 7, 7);
  r.takes(2, {11, 1, 6}, 8, 8);  // another tag than the one asked for
  EXPECT_EQ(r.counts(), (Counts{0, 0, 0, 0}));
  r.takes(3, {12, 1, 6}, 7, 7, 1);  // another communicator
  EXPECT_EQ(r.counts(), (Counts{0, 0, 0, 0}));
  r.takes(4, {13, 1, 6}, any, 7);
  EXPECT_EQ(r.counts(), (Counts{0, 1, 0, 1}));
  r.takes(5, {14, 0, 7}, 8, 8);  // the receive of any tag could have taken this one, too
  EXPECT_EQ(r.counts(), (Counts{0, 2, 0, 2}));
}

}  // namespace
}  // namespace revprof

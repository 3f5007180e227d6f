// SPDX-License-Identifier: BSD-3-Clause
// Processes that are not in order: distances and crowds go by places, to the picosecond.
#include <vector>

#include "round_model.hpp"

namespace revprof {
namespace {

using Ints = std::vector<int>;

// 0, 2, 4 and 6 are in one block of 4, the others in the other one.
const ProcessPlaces round_robin(Ints{0, 4, 1, 5, 2, 6, 3, 7});

TEST(ProcessPlaces, say_how_far_processes_are_apart) {
  EXPECT_EQ(after_sendrecv(0, 2, 2, longer, 8, round_robin),
            7 * us);  // next to each other, one of 4
  EXPECT_EQ(after_sendrecv(0, 1, 1, longer, 8, round_robin), 28 * us);  // all of the block leave it
}

TEST(ProcessPlaces, are_to_processes_what_ranks_are_in_order) {
  for (int rank = 0; rank < 8; ++rank) {
    for (int to = 0; to < 8; ++to) {
      const int from = (rank + 3) % 8;
      if (to == rank) continue;
      EXPECT_EQ(after_sendrecv(rank, to, from, longer, 8, round_robin),
                after_sendrecv(round_robin.of(rank), round_robin.of(to), round_robin.of(from)));
    }
  }
}

// Transit takes 10 us, a pair's exchange grows to 6. An exchange of all is as of all places up to
// the last one that is taken; of a block of 4 only those who are there send.
TEST(ProcessPlaces, that_are_empty_send_nothing) {
  EXPECT_EQ(after_sendrecv(0, 1, 1, longer, 4), 7 * us);
  EXPECT_EQ(after_sendrecv(0, 1, 1, longer, 4, ProcessPlaces(Ints{0, 4, 8, 12})),
            13'750'000);  // one on each, of four: a quarter of an exchange of 13, 39 us
  // Two on each: half of an exchange of 10, 30 us.
  EXPECT_EQ(after_sendrecv(0, 2, 2, longer, 4, ProcessPlaces(Ints{0, 1, 8, 9})), 19 * us);
  EXPECT_EQ(after_sendrecv(1, 2, 0, longer, 4, ProcessPlaces(Ints{0, 1, 8, 9})), 7 * us);
}

TEST(ProcessPlaces, tell_where_a_group_is) {
  const Blocks blocks({4});
  const Span near = round_robin.span(blocks, {0, 2, 6}), far = round_robin.span(blocks, {0, 1});
  EXPECT_EQ(near.distance, 1U);
  EXPECT_EQ(near.reach, 3);
  EXPECT_EQ(near.lowest, 0);
  EXPECT_EQ(far.distance, 0U);
  EXPECT_EQ(far.reach, 4);
  EXPECT_EQ(round_robin.span(blocks, {0, -1}).lowest, -1);  // not all of this MPI_COMM_WORLD
}

TEST(ProcessPlaces, are_counted_by_the_block) {
  EXPECT_EQ(ProcessPlaces().most_in(4, 6), 4);
  EXPECT_EQ(ProcessPlaces().most_in(8, 6), 6);
  const ProcessPlaces uneven(Ints{0, 4, 5, 9});
  EXPECT_EQ(uneven.most_in(4, 4), 2);
  EXPECT_EQ(uneven.extent(4), 10);
  EXPECT_EQ(ProcessPlaces().extent(4), 4);
  EXPECT_EQ(uneven.before(3), 3);
  EXPECT_EQ(round_robin.before(1), 4);
}

}  // namespace
}  // namespace revprof

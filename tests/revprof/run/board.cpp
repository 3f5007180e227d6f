// SPDX-License-Identifier: BSD-3-Clause
// Records that processes leave each other, and what is taken back of them.
#include "revprof/run/board.hpp"

#include <gtest/gtest.h>

#include "thread_team.hpp"

namespace revprof {

// A ring begins with two slots, so 3 would stand where 1 does: nobody was to read it.
TEST(Board, takes_no_other_record_back) {
  on_threads(2, [](std::unique_ptr<ThreadTeam> team) {
    Board board;
    board.open(*team, 1);
    ASSERT_TRUE(board.is_open());
    const Board::Place own = board.join();
    const SimTime record = 7;
    EXPECT_TRUE(board.write(own, 1, &record, 1));
    board.withdraw(own, 3);
    const SimTime* const found = board.find(own, 1);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found, 7);
    board.withdraw(own, 1);
    EXPECT_EQ(board.find(own, 1), nullptr);
    team->meet();
    board.close();
  });
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What several processes have noted is said once, with those of which it is to be said.
#include "revprof/run/misuse.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "thread_team.hpp"

namespace revprof {

TEST(Misuse, says_once_what_many_have_noted) {
  constexpr int processes = 8;
  Table table(processes);
  std::vector<std::string> said;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < processes; ++rank) {
    threads.emplace_back([&table, &said, rank] {
      ThreadTeam team(table, rank, processes);
      Misuse misuse;
      misuse.note("collectives that do not match");
      for (const int leaking : {0, 1, 3, 4, 5, 7}) {
        if (rank == leaking) misuse.note_own("has not freed 1 communicator");
      }
      if (rank == 6) misuse.note_own("has not freed 2 communicators");
      const std::vector<std::string> texts = misuse.gather(team);
      if (rank == 0) said = texts;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(said, (std::vector<std::string>{
                      "collectives that do not match",
                      "each of processes 0, 1, 3 to 5, 7 has not freed 1 communicator",
                      "process 6 has not freed 2 communicators"}));
}

}  // namespace revprof

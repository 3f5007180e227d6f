// SPDX-License-Identifier: BSD-3-Clause
// Three processes that see each other's clocks and waits, without any library.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "revprof/run/horizon.hpp"
#include "thread_team.hpp"

namespace revprof {

// Opened by three threads at once; all else is done by the test's own one.
struct HorizonOfThree : testing::Test {
  Table table{3};
  std::unique_ptr<ThreadTeam> teams[3];
  Horizon of[3];
  Watch watch;
  Board board;

  HorizonOfThree() {
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 3; ++rank) {
      threads.emplace_back([&, rank] {
        teams[rank] = std::make_unique<ThreadTeam>(table, rank, 3);
        of[rank].open(*teams[rank], true, watch, board);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  static bool is_turn(const Horizon& horizon, SimTime now, const std::vector<int>& processes) {
    return horizon.comes_before(now, Horizon::any_word, processes) < 0;
  }
  void wait_for(int process, int source) {
    const Horizon::Message message{source, 0xffff, 1, 0, 0};
    of[process].wait_for(&message, 1, false);
  }
};

}  // namespace revprof

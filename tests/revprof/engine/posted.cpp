// SPDX-License-Identifier: BSD-3-Clause
// What a process has sent, and what it hears that others have.
#include "revprof/engine/posted.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace revprof {
namespace {

// Who sends and sends, and completes nothing: as many streams as any block has, and no fewer than
// none.
TEST(Posted, streams_do_not_wrap) {
  constexpr int processes = 1 << 30;
  for (const bool blocking : {true, false}) {
    Posted posted;
    const auto send = [&](int to) {
      return posted.send(to, 8, Posted::way(0, to, processes), blocking);
    };
    for (int i = 0; i < 10; ++i) {
      EXPECT_GT(send(processes / 2).streams, 0);      // up
      EXPECT_GT(send(processes / 2 + 1).streams, 0);  // round the end
    }
    EXPECT_GE(posted.all().streams, processes / 2);
    EXPECT_GT(posted.receive(Posted::way(processes / 2, 0, processes)).streams, 0);
  }
}

// Eight in a ring exchange with both neighbours, each messages of another size. What they take for
// the mean becomes that of all, though none hears from more than two; and follows it when what they
// send is another.
TEST(Posted, all_come_to_know_the_mean_of_all) {
  constexpr int processes = 8;
  std::array<Posted, processes> ring;
  std::array<std::int64_t, processes> volumes = {}, bytes = {1000, 0, 0, 0, 9000, 0, 200, 0};
  const auto exchange = [&](int times) {
    for (int i = 0; i < times; ++i) {
      std::array<std::int64_t, processes> told = {};
      for (int from = 0; from < processes; ++from) {
        const auto at = static_cast<std::size_t>(from);
        told[at] = ring[at].mean();
        for (const int to : {(from + 1) % processes, (from + 7) % processes}) {
          ring[at].send(to, bytes[at], Posted::way(from, to, processes), false);
          volumes[at] += bytes[at];
        }
      }
      for (std::size_t to = 0; to < processes; ++to) {
        ring[to].hear(told[(to + 1) % processes]);
        ring[to].hear(told[(to + 7) % processes]);
        ring[to].complete();
      }
    }
    const double mean =
        static_cast<double>(std::accumulate(volumes.begin(), volumes.end(), std::int64_t{0})) /
        processes;
    for (const Posted& each : ring) EXPECT_NEAR(static_cast<double>(each.mean()), mean, mean / 50);
  };
  exchange(1000);
  bytes = {0, 0, 8000, 0, 0, 500, 0, 0};
  exchange(1000);
}

}  // namespace
}  // namespace revprof

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

// Of eight in a ring, who has posted two messages and gets four: each is among half of what it has
// sent, whether it knows of the others by one call or gets them one by one.
TEST(Posted, what_it_gets_beyond_what_it_has_sent_is_part_of_that) {
  const Posted::Way up = Posted::way(0, 2, 8);
  const auto sends = [&](bool blocking) {
    Posted posted;
    posted.send(2, 800, up, blocking);
    posted.send(2, 800, up, blocking);
    return posted;
  };
  Posted posted = sends(false);
  for (int following = 3; following >= 0; --following) {
    EXPECT_EQ(posted.receive(up, following).beside, Crowd::as_much / 2);
  }
  posted = sends(false);
  const int parts[] = {8, 8, 5, 4};  // eighths: all, all, two thirds, a half
  for (const int part : parts) EXPECT_EQ(posted.receive(up).beside, part);
  // Nothing was posted that way: of its ranks alone.
  posted = sends(false);
  EXPECT_EQ(posted.receive(Posted::way(0, 7, 8), 3).beside, Crowd::as_much / 2);
  // Blocking ones: two ranks each, of four that it has sent over; then one by itself.
  posted = sends(true);
  const int ranks[] = {2, 2, 1};
  for (const int streams : ranks) EXPECT_EQ(posted.receive(up).streams, streams);
}

}  // namespace
}  // namespace revprof

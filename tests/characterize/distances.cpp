// SPDX-License-Identifier: BSD-3-Clause
// The map of all pairs where distances are no blocks, without MPI: the network is a function.
#include "characterize/distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace revprof {
namespace {

using List = std::vector<int>;

int hops(int a, int b) {
  int sum = 0;
  for (const int stride : {1, 4, 16}) {
    const int steps = std::abs(a / stride % 4 - b / stride % 4);
    sum += std::min(steps, 4 - steps);
  }
  return sum;
}

// 4 x 4 x 4 nodes, 0.5 us a hop.
double torus(int a, int b) { return 1e-6 + 0.5e-6 * hops(a, b); }

const List listed = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48};

// A ring of four: the ends are neighbours.
TEST(Distances, of_a_ring) {
  const DistanceMap map =
      map_distances(4, {1, 2}, [](int a, int b) { return 1e-6 * std::min(b - a, 4 - (b - a)); });
  EXPECT_EQ(text_of(map), "1 2 1;1 2;1");
  EXPECT_EQ(map(0, 3), 1);
  EXPECT_EQ(map(0, 4), 4);  // it knows no fifth place
}

TEST(Distances, each_pair_is_as_far_as_place_0_and_another) {
  const DistanceMap map = map_distances(64, listed, torus);
  ASSERT_EQ(map.places(), 64);
  for (int a = 0; a < 64; ++a) {
    for (int b = a + 1; b < 64; ++b) EXPECT_EQ(hops(0, map(a, b)), hops(a, b)) << a << ' ' << b;
  }
  // Of those that are as far, the one that is apart by about as many.
  EXPECT_EQ(map(1, 17), 16);
  EXPECT_EQ(map(3, 4), 2);
  EXPECT_EQ(map(0, 63), 24);
  // 4, 5 and 6 hops are no listed one's.
  EXPECT_EQ(told_apart(listed, map), List({1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 26, 32, 42, 48}));
}

TEST(Distances, noise_of_a_few_percent_makes_none) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> chance;
  const auto noisy = [&](int a, int b) { return torus(a, b) * (1 + 0.04 * chance(random)); };
  EXPECT_EQ(text_of(map_distances(64, listed, noisy)), text_of(map_distances(64, listed, torus)));
}

// Pairs inside a block have equations of their own.
TEST(Distances, blocks_are_no_ranks_apart) {
  const DistanceMap map = *distance_map_in("1 3 3;3 3;1");
  EXPECT_EQ(told_apart({2}, map), List({2, 3}));
  EXPECT_EQ(told_apart({}, DistanceMap()), List());
}

TEST(Distances, are_written_as_they_are_read) {
  for (const char* text : {"", "1", "1 2 1;1 2;1"}) {
    const auto map = distance_map_in(text);
    ASSERT_TRUE(map) << text;
    EXPECT_EQ(text_of(*map), text);
  }
  for (const char* text : {"1 2 1;1 2", "1 2;1;1", "1 x;1", "0", "1 3;1", ";"}) {
    EXPECT_FALSE(distance_map_in(text)) << text;
  }
}

}  // namespace
}  // namespace revprof

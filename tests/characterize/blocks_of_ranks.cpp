// SPDX-License-Identifier: BSD-3-Clause
// Finding blocks of equally distant ranks, without MPI: the network is a function.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "characterize/blocks.hpp"

namespace revprof {
namespace {

using List = std::vector<int>;

// 1 us, and 1 us more for every border that lies between the ranks.
PairTime tree(List sizes) {
  return [sizes](int a, int b) {
    double time = 1e-6;
    for (const int size : sizes) time += a / size == b / size ? 0 : 1e-6;
    return time;
  };
}

TEST(Blocks, none_on_a_flat_network) {
  EXPECT_EQ(find_blocks(64, tree({})), List());
  EXPECT_EQ(find_blocks(2, tree({})), List());
  EXPECT_EQ(find_blocks(1, tree({})), List());
}

TEST(Blocks, of_one_and_more_levels) {
  EXPECT_EQ(find_blocks(64, tree({4})), List({4}));
  EXPECT_EQ(find_blocks(64, tree({4, 16})), List({4, 16}));
  EXPECT_EQ(find_blocks(8, tree({4})), List({4}));
  EXPECT_EQ(find_blocks(512, tree({2, 32, 256})), List({2, 32, 256}));
}

TEST(Blocks, of_any_size_and_with_an_incomplete_one_at_the_end) {
  EXPECT_EQ(find_blocks(100, tree({3, 36})), List({3, 36}));
  EXPECT_EQ(find_blocks(1000, tree({48})), List({48}));
}

TEST(Blocks, that_hold_all_processes_are_none) { EXPECT_EQ(find_blocks(16, tree({16})), List()); }

TEST(Blocks, survive_noise_that_only_ever_adds_time) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> chance;
  const PairTime exact = tree({4, 16});
  for (int run = 0; run < 20; ++run) {
    const auto noisy = [&](int a, int b) {
      const double spike = chance(random) < 0.05 ? 10 : 1;
      return exact(a, b) * (1 + 0.05 * chance(random)) * spike;
    };
    EXPECT_EQ(find_blocks(64, noisy), List({4, 16}));
  }
}

TEST(Blocks, are_not_made_of_noise_on_a_flat_network) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> chance;
  for (int run = 0; run < 20; ++run) {
    const auto noisy = [&](int, int) { return 1e-6 * (1 + 0.5 * chance(random)); };
    EXPECT_EQ(find_blocks(64, noisy), List());
  }
}

TEST(Blocks, are_none_where_ranks_are_dealt_out_in_turn) {
  const auto in_turn = [](int a, int b) { return a % 4 == b % 4 ? 1e-6 : 3e-6; };
  EXPECT_EQ(find_blocks(16, in_turn), List());
}

TEST(Blocks, smallest_that_holds_the_ranks) {
  EXPECT_EQ(smallest_block({4, 16}, 0, 3), 4);
  EXPECT_EQ(smallest_block({4, 16}, 3, 4), 16);
  EXPECT_EQ(smallest_block({4, 16}, 15, 16), 0);
  EXPECT_EQ(smallest_block({}, 0, 1), 0);
}

TEST(Blocks, hold_that_of_the_nodes_once) {
  EXPECT_EQ(with_block({}, 2), List({2}));
  EXPECT_EQ(with_block({4, 64}, 16), List({4, 16, 64}));
  EXPECT_EQ(with_block({4, 64}, 64), List({4, 64}));
  EXPECT_EQ(with_block({4, 64}, 0), List({4, 64}));
}

// 4 x 4 x 4 nodes, 0.5 us a hop.
double torus(int a, int b) {
  double time = 1e-6;
  for (const int stride : {1, 4, 16}) {
    const int steps = std::abs(a / stride % 4 - b / stride % 4);
    time += 0.5e-6 * std::min(steps, 4 - steps);
  }
  return time;
}

TEST(RanksApart, matter_where_distances_are_no_blocks) {
  EXPECT_EQ(find_blocks(64, torus), List());
  EXPECT_EQ(ranks_apart(64, {}, torus), List({1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48}));
  EXPECT_EQ(ranks_apart(64, {}, tree({})), List());
  EXPECT_EQ(ranks_apart(64, {4, 16}, tree({4, 16})), List());
  EXPECT_EQ(ranks_apart(1, {}, torus), List());
}

TEST(RanksApart, are_not_made_of_noise) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> chance;
  for (int run = 0; run < 20; ++run) {
    const auto noisy = [&](int, int) { return 1e-6 * (1 + 0.3 * chance(random)); };
    EXPECT_EQ(ranks_apart(64, {}, noisy), List());
  }
}

}  // namespace
}  // namespace revprof

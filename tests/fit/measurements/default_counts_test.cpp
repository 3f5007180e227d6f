// SPDX-License-Identifier: BSD-3-Clause
// Which numbers of processes are measured by themselves.
#include "fit/measurements/default_counts.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

using Counts = std::vector<int>;

TEST(DefaultCounts, are_powers_of_two_and_those_halfway_between_them) {
  EXPECT_EQ(default_counts(8), Counts({1, 2, 3, 4, 6, 8}));
  EXPECT_EQ(default_counts(24), Counts({1, 2, 3, 4, 6, 8, 12, 16, 24}));
}

TEST(DefaultCounts, end_with_all) {
  EXPECT_EQ(default_counts(1), Counts({1}));
  EXPECT_EQ(default_counts(2), Counts({1, 2}));
  EXPECT_EQ(default_counts(11), Counts({1, 2, 3, 4, 6, 8, 11}));
}

TEST(DefaultCounts, have_cubes) {
  EXPECT_EQ(default_counts(26), Counts({1, 2, 3, 4, 6, 8, 12, 16, 24, 26}));
  EXPECT_EQ(default_counts(128),
            Counts({1, 2, 3, 4, 6, 8, 12, 16, 24, 27, 32, 48, 64, 96, 125, 128}));
}

}  // namespace
}  // namespace revprof

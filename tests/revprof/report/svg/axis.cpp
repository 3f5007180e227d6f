// SPDX-License-Identifier: BSD-3-Clause
// Ticks are round numbers inside the range.
#include "revprof/report/svg/axis.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

std::string labels(const std::vector<Tick>& ticks) {
  std::string text;
  for (const Tick& tick : ticks) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

TEST(LinearTicks, are_multiples_of_1_2_or_5) {
  EXPECT_EQ(labels(linear_ticks(0, 10, 10)), "0 1 2 3 4 5 6 7 8 9 10");
  EXPECT_EQ(labels(linear_ticks(0, 17.7, 10)), "0 2 4 6 8 10 12 14 16");
  EXPECT_EQ(labels(linear_ticks(1.2, 1.8, 3)), "1.2 1.4 1.6 1.8");
  EXPECT_EQ(labels(linear_ticks(0, 0.0351, 8)), "0.000 0.005 0.010 0.015 0.020 0.025 0.030 0.035");
  EXPECT_EQ(labels(linear_ticks(999.5, 1000.5, 2)), "999.5 1000.0 1000.5");
}

TEST(LogarithmicTicks, are_powers_of_ten_over_a_wide_range) {
  EXPECT_EQ(labels(logarithmic_ticks(0.5, 20000)), "1 10 100 1000 10000");
}

TEST(LogarithmicTicks, are_finer_over_a_narrow_range) {
  EXPECT_EQ(labels(logarithmic_ticks(0.05, 3)), "0.05 0.1 0.2 0.5 1 2");
}

TEST(TimeUnit, keeps_numbers_above_one) {
  EXPECT_STREQ(time_unit(2).name, "s");
  EXPECT_STREQ(time_unit(0.5).name, "ms");
  EXPECT_STREQ(time_unit(3e-6).name, "us");
  EXPECT_STREQ(time_unit(1e-10).name, "ns");
}

}  // namespace
}  // namespace revprof

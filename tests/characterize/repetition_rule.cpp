// SPDX-License-Identifier: BSD-3-Clause
// When a cell has been repeated often enough.
#include <gtest/gtest.h>

#include <cmath>

#include "characterize/sample.hpp"

namespace revprof {
namespace {

StopRule rule() { return {0, 10, 100, 0.05, 1}; }

TEST(Sample, five_repetitions_have_no_interval_of_95_percent) {
  Sample sample;
  sample.add({1, 2, 3, 4, 5});
  EXPECT_TRUE(std::isinf(sample.relative_error()));
  sample.add({6});
  EXPECT_DOUBLE_EQ(sample.relative_error(), (6 - 1) / 2.0 / 3.5);
}

TEST(Sample, steady_times_are_enough_at_the_minimum) {
  Sample sample;
  for (int i = 0; i < 10; ++i) sample.add({1 + 0.01 * i});
  EXPECT_TRUE(sample.enough(rule()));
}

TEST(Sample, noisy_times_go_on_until_the_maximum) {
  Sample sample;
  for (int i = 0; i < 99; ++i) sample.add({i % 2 == 0 ? 1.0 : 2.0});
  EXPECT_FALSE(sample.enough(rule()));
  sample.add({1.0});
  EXPECT_TRUE(sample.enough(rule()));
}

TEST(Sample, identical_times_end_at_once) {
  Sample sample;
  sample.add({3e-6});
  EXPECT_FALSE(sample.enough(rule()));
  sample.add({3e-6});
  EXPECT_TRUE(sample.enough(rule()));
}

TEST(Sample, one_outlier_moves_neither_median_nor_its_interval) {
  Sample sample;
  for (int i = 0; i < 40; ++i) sample.add({1});
  sample.add({1000});
  EXPECT_EQ(sample.median(), 1);
  EXPECT_EQ(sample.relative_error(), 0);
}

TEST(Sample, outliers_are_counted_and_kept) {
  Sample sample;
  for (int i = 0; i < 49; ++i) sample.add({1 + 0.01 * i});
  EXPECT_EQ(sample.outliers(), 0);
  sample.add({10});
  EXPECT_EQ(sample.outliers(), 1);
  sample.add({0.1});
  const Measurement cell = measurement({sample, {}, {}});
  EXPECT_EQ(cell.outliers, 2);
  EXPECT_EQ(cell.repetitions, 51);
  EXPECT_EQ(cell.minimum, 0.1);
  EXPECT_EQ(cell.maximum, 10);
}

TEST(Sample, what_a_coarse_clock_shows_is_no_outlier) {
  Sample sample;
  for (int i = 0; i < 40; ++i) sample.add({1});
  sample.add({1.09});
  EXPECT_EQ(sample.outliers(), 0);
}

TEST(Sample, quantiles_of_a_measurement_are_in_order_and_zero_below_the_resolution) {
  Sample sample;
  for (const double seconds : {1e-9, 5e-9, 2e-8, 2e-8, 3e-8}) {
    sample.add({of_one_call(seconds, 1, 1e-8)});
  }
  const Measurement cell = measurement({sample, {}, {}});
  EXPECT_EQ(cell.repetitions, 5);
  EXPECT_EQ(cell.minimum, 0);
  EXPECT_EQ(cell.lower_quartile, 0);
  EXPECT_EQ(cell.median, 2e-8);
  EXPECT_EQ(cell.upper_quartile, 2e-8);
  EXPECT_EQ(cell.maximum, 3e-8);
  EXPECT_EQ(cell.percentile_5, 0);
  EXPECT_EQ(cell.percentile_95, 2.8e-8);
  EXPECT_FALSE(cell.root || cell.overlap);
}

TEST(Sample, calls_in_a_row_may_each_be_shorter_than_the_resolution) {
  EXPECT_EQ(of_one_call(2e-6, 100, 3e-8), 2e-8);
  EXPECT_EQ(of_one_call(2e-8, 100, 3e-8), 0);
}

TEST(Sample, root_and_overlap_are_medians) {
  CellTimes times, more;
  times.latest.add({5, 6, 7});
  times.root.add({1, 3});
  more.root.add({2});
  more.overlap.add({0.25, 0.5, 1});
  times.add(more);
  const Measurement cell = measurement(times);
  EXPECT_EQ(cell.repetitions, 3);
  EXPECT_EQ(cell.root, 2);
  EXPECT_EQ(cell.overlap, 0.5);
}

TEST(Overlap, is_what_a_computation_of_the_same_time_hides) {
  EXPECT_EQ(overlap_part(10, 10), 1);  // nothing is left but the computation
  EXPECT_EQ(overlap_part(10, 15), 0.5);
  EXPECT_EQ(overlap_part(10, 20), 0);   // one after the other
  EXPECT_EQ(overlap_part(10, 23), 0);   // in each other's way
  EXPECT_EQ(overlap_part(10, 9.9), 1);  // noise
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Rounding for readers, also at the edges of a unit.
#include "revprof/report/text/quantity.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

TEST(TimeText, has_four_digits_and_the_unit_that_fits) {
  EXPECT_EQ(time_text(0), "0 s");
  EXPECT_EQ(time_text(1e-12), "0.001 ns");
  EXPECT_EQ(time_text(10e-9), "10.00 ns");
  EXPECT_EQ(time_text(1.25e-6), "1.250 us");
  EXPECT_EQ(time_text(0.3125), "312.5 ms");
  EXPECT_EQ(time_text(12.3456), "12.35 s");
  EXPECT_EQ(time_text(599.94), "599.9 s");
  EXPECT_EQ(time_text(599.96), "10 min 00 s");
  EXPECT_EQ(time_text(98765.4), "27 h 26 min 05 s");
  EXPECT_EQ(time_text(360'060), "100 h 01 min");
  EXPECT_EQ(time_text(36e6), "10000 h");
}

TEST(TimeText, carries_into_the_next_digit_and_unit) {
  EXPECT_EQ(time_text(9.99949e-6), "9.999 us");
  EXPECT_EQ(time_text(9.9996e-6), "10.00 us");
  EXPECT_EQ(time_text(99.996e-6), "100.0 us");
  EXPECT_EQ(time_text(999.94e-6), "999.9 us");
  EXPECT_EQ(time_text(999.96e-6), "1.000 ms");
}

TEST(BytesText, uses_powers_of_two) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(8), "8 B");
  EXPECT_EQ(bytes_text(2.5), "2.50 B");
  EXPECT_EQ(bytes_text(0.25), "0.25 B");
  EXPECT_EQ(bytes_text(0.001), "< 0.01 B");
  EXPECT_EQ(bytes_text(1000), "1000 B");
  EXPECT_EQ(bytes_text(1024), "1.00 KiB");
  EXPECT_EQ(bytes_text(1536), "1.50 KiB");
  EXPECT_EQ(bytes_text(1023.9 * 1024), "1.00 MiB");
  EXPECT_EQ(bytes_text(64.0 * 1024 * 1024), "64.0 MiB");
}

TEST(CountText, groups_by_thousands) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1234567), "1,234,567");
  EXPECT_EQ(count_text(-1234), "-1,234");
}

TEST(ShareText, never_rounds_something_to_nothing_or_to_all) {
  EXPECT_EQ(share_text(0), "0.0 %");
  EXPECT_EQ(share_text(0.0001), "< 0.1 %");
  EXPECT_EQ(share_text(0.123), "12.3 %");
  EXPECT_EQ(share_text(0.99999), "> 99.9 %");
  EXPECT_EQ(share_text(1), "100.0 %");
}

}  // namespace
}  // namespace revprof

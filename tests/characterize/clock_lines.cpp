// SPDX-License-Identifier: BSD-3-Clause
// Offset and drift of clocks: lines through readings, and lines seen through lines.
#include <gtest/gtest.h>

#include "characterize/global_clock.hpp"

namespace revprof {
namespace {

TEST(ClockLine, one_reading_is_its_offset) {
  const ClockLine line = line_through({{5, 0.25, 1e-6}});
  EXPECT_DOUBLE_EQ(line(5), 5.25);
  EXPECT_DOUBLE_EQ(line(9), 9.25);
}

TEST(ClockLine, drift_comes_from_readings_far_apart) {
  const double drift = 2e-6;
  std::deque<ClockReading> readings;
  for (int i = 0; i < 8; ++i) readings.push_back({100.0 + i, 7 + drift * i, 1e-6});
  const ClockLine line = line_through(readings);
  EXPECT_NEAR(line(110), 110 + 7 + 10 * drift, 5e-8);
}

TEST(ClockLine, disturbed_readings_count_for_little) {
  std::deque<ClockReading> readings;
  for (int i = 0; i < 8; ++i) {
    readings.push_back({100.0 + i, i % 2 == 0 ? 7 : 7.001, i % 2 == 0 ? 1e-6 : 1e-3});
  }
  EXPECT_NEAR(line_through(readings)(108), 115, 1e-7);
}

TEST(ClockLine, what_the_error_hides_is_no_drift) {
  // 0.1 us apart after 1 ms would be a part in ten thousand; it is half of what a reading may be
  // off.
  const ClockLine line = line_through({{1, 0, 1e-6}, {1.001, 1e-7, 1e-6}});
  EXPECT_NEAR(line.drift, 0, 1e-6);
}

TEST(ClockLine, lines_compose) {
  const ClockLine second{10, 1e-3, 5}, third{-3, 2e-3, 50};
  const ClockLine both = composed(second, third);
  for (const double t : {0.0, 5.0, 80.0}) EXPECT_NEAR(both(t), third(second(t)), 1e-9);
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What visits of a segment have in common, by made-up times.
#include "revprof/run/computation/visit_times.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

TEST(VisitTimes, are_taken_as_they_are_while_there_are_few) {
  VisitTimes visits;
  for (const double seconds : {1.0, 1.1, 30.0, 0.9}) {
    const LikelyTime likely = visits.likely(seconds);
    EXPECT_EQ(likely.low, seconds);
    EXPECT_EQ(likely.median, seconds);
    EXPECT_EQ(likely.high, seconds);
  }
}

TEST(VisitTimes, become_the_median_of_those_like_them) {
  VisitTimes visits;
  for (const double seconds : {1.0, 1.1, 0.9, 1.2, 0.95, 1.05, 1.15}) visits.likely(seconds);
  const LikelyTime likely = visits.likely(1.3);
  EXPECT_EQ(likely.median, 1.1);
  EXPECT_EQ(likely.low, 1.0);
  EXPECT_EQ(likely.high, 1.15);
}

TEST(VisitTimes, that_stand_out_of_many_are_the_host_s) {
  VisitTimes visits;
  for (int i = 0; i < 20; ++i) visits.likely(1.0);
  EXPECT_EQ(visits.likely(28.0).median, 1.0);
  EXPECT_EQ(visits.likely(28.0).median, 1.0);
  // The third time it is the program.
  EXPECT_EQ(visits.likely(28.0).median, 28.0);
}

TEST(VisitTimes, of_other_work_are_apart) {
  VisitTimes visits;
  double sum = 0;
  for (int i = 0; i < 20; ++i) sum += visits.likely(i % 2 == 0 ? 1.0 : 10.0).median;
  EXPECT_EQ(sum, 110.0);
  // A short one is work left out, and no disturbance.
  EXPECT_EQ(visits.likely(0.01).median, 0.01);
}

}  // namespace
}  // namespace revprof

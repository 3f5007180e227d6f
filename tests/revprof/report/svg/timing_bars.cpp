// SPDX-License-Identifier: BSD-3-Clause
// Events become bars at the right place; what is too narrow is merged without losing its share.
#include "revprof/report/svg/timing_bars.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

// 1000 pixels for 1000 ps.
constexpr TimeWindow window = {0, 1000, 1000};

TEST(TimingBars, show_waiting_before_communication) {
  Trace trace;
  trace.computes = {{0, 100}};
  trace.calls = {{"MPI_Recv", 100, 400, 250, 8, 1, 0}};
  const std::vector<Bar> bars = timing_bars(trace, window, 2);
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_EQ(bars[0].activity, Activity::compute);
  EXPECT_DOUBLE_EQ(bars[0].width, 100);
  EXPECT_EQ(bars[1].activity, Activity::waiting);
  EXPECT_DOUBLE_EQ(bars[1].x, 100);
  EXPECT_DOUBLE_EQ(bars[1].width, 250);
  EXPECT_EQ(bars[2].activity, Activity::receive);
  EXPECT_DOUBLE_EQ(bars[2].x, 350);
  EXPECT_DOUBLE_EQ(bars[2].width, 50);
  EXPECT_EQ(bars[2].tooltip,
            "MPI_Recv: 0.300 ns\nfrom 0.100 ns to 0.400 ns\nwaiting 0.250 ns\n8 B\npeer or root: "
            "process 1");
}

TEST(TimingBars, are_cut_to_the_window) {
  Trace trace;
  trace.computes = {{0, 100}, {150, 400}, {600, 700}};
  const std::vector<Bar> bars = timing_bars(trace, {200, 300, 500}, 2);
  ASSERT_EQ(bars.size(), 1u);
  EXPECT_DOUBLE_EQ(bars[0].x, 0);
  EXPECT_DOUBLE_EQ(bars[0].width, 500);
}

TEST(TimingBars, merge_narrow_neighbours_by_their_shares) {
  Trace trace;
  for (SimTime t = 0; t < 10; t += 4) {
    trace.computes.push_back({t, t + 3});
    trace.calls.push_back({"MPI_Send", t + 3, t + 4, 0, 8, 1, 0});
  }
  const std::vector<Bar> bars = timing_bars(trace, window, 12);
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_EQ(bars[0].activity, Activity::compute);
  EXPECT_EQ(bars[1].activity, Activity::send);
  EXPECT_DOUBLE_EQ(bars[0].height, 0.75);
  EXPECT_DOUBLE_EQ(bars[1].bottom, 0.75);
  EXPECT_DOUBLE_EQ(bars[1].height, 0.25);
  EXPECT_DOUBLE_EQ(bars[0].width, 12);
  EXPECT_TRUE(bars[0].merged);
}

TEST(TimingBars, of_a_long_trace_are_few) {
  Trace trace;
  for (SimTime t = 0; t < 1'000'000; t += 10) {
    trace.computes.push_back({t, t + 7});
    trace.calls.push_back({"MPI_Barrier", t + 7, t + 10, 1, 0, -1, 0});
  }
  const std::vector<Bar> bars = timing_bars(trace, {0, 1'000'000, 1000}, 2);
  EXPECT_LE(bars.size(), 3u * 501u);
  double area = 0;
  for (const Bar& bar : bars) area += bar.width * bar.height;
  EXPECT_NEAR(area, 1000, 1e-6);
}

}  // namespace
}  // namespace revprof

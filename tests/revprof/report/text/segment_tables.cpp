// SPDX-License-Identifier: BSD-3-Clause
// The tables of computation, letter by letter.
#include "revprof/report/text/segment_table.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

Summary computed() {
  Summary summary;
  summary.processes = 1;
  summary.lanes = {{"mean"}};
  summary.times = {{{100 * us, 40 * us, 60 * us, 0}}};
  summary.computation.from = "counted";
  const PlaceSummary send = {"MPI_Send", "a.out", "ring.c:20", 0x10};
  const PlaceSummary receive = {"MPI_Recv", "a.out", "", 0x1234};
  summary.computation.segments = {
      {"", {"MPI_Send", "", "", 0}, send, 1, 2000, 2e-6},
      {"", send, receive, 10, 9000, 9e-6},
      {"solve", {}, {}, 5, 20000, 20e-6},
      {"", {"MPI_Send", "a.out", "ring.c:20", 0x18}, receive, 10, 9000, 9e-6}};
  summary.computation.regions = {{"solve", 5, 50e-6, 30e-6}, {"sum", 10, 20e-6, 20e-6}};
  return summary;
}

TEST(SegmentTable, sums_what_is_between_the_same_lines) {
  EXPECT_EQ(segment_table(computed()),
            "  segment                    visits  instructions      time   share\n"
            "  region solve                    5        20,000  20.00 us  50.0 %\n"
            "  ring.c:20 to a.out+0x1234      20        18,000  18.00 us  45.0 %\n"
            "  the start to ring.c:20          1         2,000  2.000 us   5.0 %\n");
}

TEST(SegmentTable, has_no_work_where_time_is_measured) {
  Summary summary = computed();
  summary.computation.from = "cpu";
  EXPECT_EQ(segment_table(summary).find("20,000"), std::string::npos);
  summary.computation.segments.clear();
  EXPECT_EQ(segment_table(summary), "");
}

TEST(RegionTable, tells_inclusive_from_exclusive_times) {
  EXPECT_EQ(region_table(computed()),
            "  region  visits  inclusive  exclusive   share\n"
            "  solve        5   50.00 us   30.00 us  30.0 %\n"
            "  sum         10   20.00 us   20.00 us  20.0 %\n");
}

}  // namespace
}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The tables of computation, letter by letter.
#include <gtest/gtest.h>

#include "revprof/report/text/segment_table.hpp"
#include "revprof/report/text/summary_text.hpp"

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

TEST(ComputationNote, says_what_computation_rests_on) {
  Summary summary = computed();
  summary.computation.work = 38000;
  summary.computation.counted = "a.out (97 % of its code)";
  EXPECT_EQ(computation_note(summary),
            "computation: 38,000 instructions, counted in a.out (97 % of its code)");
  summary.computation.from = "cpu";
  EXPECT_EQ(computation_note(summary), "computation: this host's CPU time, times --cpu-scale");
  summary.computation.from = "steps";
  EXPECT_EQ(computation_note(summary), "");
  summary.times = {{{60, 0, 60, 0}}};
  EXPECT_EQ(computation_note(summary),
            "communication alone: what the program announces (38,000 steps) is charged with 0 s");
  summary.computation.work = 0;
  const std::string alone = computation_note(summary);
  EXPECT_EQ(alone.find("communication alone: nothing of this program counts or announces"), 0U);
  for (const char* const way : {"`revprof flags`", "Fortran", "--compute cpu", "Python"}) {
    EXPECT_NE(alone.find(way), std::string::npos) << way;
  }
  EXPECT_NE(summary_text(summary).find("\n  communication alone: "), std::string::npos);
  summary.computation.from = "none";
  EXPECT_EQ(computation_note(summary),
            "communication alone: --compute none leaves computation out");
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

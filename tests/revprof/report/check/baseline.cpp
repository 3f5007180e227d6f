// SPDX-License-Identifier: BSD-3-Clause
// A run against its baseline: which call is named, what is tolerated, what cannot be compared.
#include "revprof/report/check/baseline.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr std::int64_t ms = 1'000'000'000;

Summary run() {
  Summary summary;
  summary.program = "/old/ring 10 65536";
  summary.processes = 2;
  summary.machine = "round numbers";
  summary.settings = {{"compute", "steps"}, {"step", "1e-9"}, {"output", "here"}};
  summary.lanes = {{"mean"}};
  summary.times = {{{100 * ms, 40 * ms, 50 * ms, 10 * ms}}, {{80 * ms, 40 * ms, 40 * ms, 0}}};
  summary.calls = {{"MPI_Recv", 20, 20 * 65536, 0.08, 0.05, "measured", ""},
                   {"MPI_Send", 20, 20 * 65536, 0.02, 0, "measured", ""}};
  return summary;
}

// Messages twice as large: the receivers wait longer for them.
Summary larger_messages() {
  Summary summary = run();
  summary.times = {{{150 * ms, 40 * ms, 70 * ms, 40 * ms}}, {{120 * ms, 40 * ms, 80 * ms, 0}}};
  summary.calls = {{"MPI_Recv", 20, 20 * 131072, 0.14, 0.09, "measured", ""},
                   {"MPI_Send", 20, 20 * 131072, 0.05, 0, "measured", ""}};
  return summary;
}

BaselineComparison compare(const Summary& now, double tolerance = 0.02) {
  return compare_with_baseline({"old/summary.json", run(), tolerance}, now);
}

TEST(Baseline, of_the_same_run_shows_no_difference) {
  const BaselineComparison same = compare(run(), 0);
  EXPECT_FALSE(same.slower());
  EXPECT_TRUE(same.parts.empty());
  EXPECT_EQ(verdict_of(same).found, "100.0 ms -> 100.0 ms");
  EXPECT_EQ(verdict_of(same).finding, Finding::met);
  EXPECT_EQ(verdict_of(same).details, "");
}

TEST(Baseline, names_the_call_whose_messages_are_larger) {
  const Verdict verdict = verdict_of(compare(larger_messages()));
  EXPECT_EQ(verdict.finding, Finding::not_met);
  EXPECT_EQ(verdict.name, "predicted <= baseline + 2 %");
  EXPECT_EQ(verdict.found, "100.0 ms -> 150.0 ms, +50.0 %");
  EXPECT_EQ(verdict.details, R"(  Against old/summary.json, all processes together:

              before       now    change   of all
  MPI_Recv  80.00 ms  140.0 ms   +75.0 %  +33.3 %
  MPI_Send  20.00 ms  50.00 ms  +150.0 %  +16.7 %

  MPI_Recv: larger (64.0 KiB -> 128 KiB a call)
  MPI_Send: larger (64.0 KiB -> 128 KiB a call)
  The cause, as it seems: MPI_Recv is larger (64.0 KiB -> 128 KiB a call).
)");
}

TEST(Baseline, names_the_place_where_both_runs_know_it) {
  Summary before = run(), now = larger_messages();
  before.sites = {{"MPI_Send", "/bin/ring", 64, "ring.cpp:31", 10, 10 * 65536, 0.01, 0},
                  {"MPI_Send", "/bin/ring", 96, "ring.cpp:35", 10, 10 * 65536, 0.01, 0}};
  now.sites = {{"MPI_Send", "/bin/ring", 64, "ring.cpp:31", 10, 10 * 65536, 0.01, 0},
               {"MPI_Send", "/bin/ring", 98, "ring.cpp:35", 10, 10 * 196608, 0.04, 0}};
  const BaselineComparison both = compare_with_baseline({"old", before, 0.02}, now);
  ASSERT_EQ(both.parts.size(), 1);
  EXPECT_EQ(both.parts[0].name, "MPI_Send, ring.cpp:35");
  EXPECT_NE(baseline_text(both).find("MPI_Send, ring.cpp:35 is larger (64.0 KiB -> 192 KiB a"),
            std::string::npos)
      << baseline_text(both);
  EXPECT_EQ(compare(now).parts[0].name, "MPI_Recv");  // the baseline knows no places
}

TEST(Baseline, tells_more_calls_from_slower_ones) {
  Summary now = run();
  now.times[0][0] = {110 * ms, 40 * ms, 60 * ms, 10 * ms};
  now.calls[1].seconds = 0.03;
  EXPECT_NE(baseline_text(compare(now)).find("MPI_Send is slower, as often and for as much"),
            std::string::npos)
      << baseline_text(compare(now));
  now.calls[1].count = 40;
  now.calls[1].bytes *= 2;
  EXPECT_NE(baseline_text(compare(now)).find("MPI_Send is more often (20 -> 40 calls)."),
            std::string::npos)
      << baseline_text(compare(now));
  now.calls[1].count = 10;
  EXPECT_NE(baseline_text(compare(now)).find("less often (20 -> 10 calls) and larger (64.0 KiB"),
            std::string::npos)
      << baseline_text(compare(now));
}

TEST(Baseline, knows_waiting_computation_and_calls_that_come_and_go) {
  Summary now = run();
  now.times[0][0] = {120 * ms, 60 * ms, 50 * ms, 10 * ms};
  now.calls[1] = {"MPI_Bcast", 2, 16, 0.001, 0, "measured", ""};
  const std::string text = baseline_text(compare(now));
  EXPECT_NE(text.find("MPI_Send: gone (20 calls)"), std::string::npos) << text;
  EXPECT_NE(text.find("MPI_Bcast: new (2 calls)"), std::string::npos) << text;
  EXPECT_NE(text.find("new"), std::string::npos) << text;
  EXPECT_EQ(compare(now).parts.front().name, "computation");

  Summary late = run();
  late.times[0][0] = {130 * ms, 40 * ms, 50 * ms, 40 * ms};
  late.calls[0].seconds += 0.03;
  late.calls[0].waiting_seconds += 0.03;
  EXPECT_NE(baseline_text(compare(late)).find("MPI_Recv waits longer"), std::string::npos);
}

TEST(Baseline, tolerates_what_it_is_told_to) {
  Summary now = run();
  now.times[0][0] = {102 * ms, 42 * ms, 50 * ms, 10 * ms};
  EXPECT_FALSE(compare(now, 0.02).slower());
  EXPECT_TRUE(compare(now, 0.0199).slower());
  now.times[0][0] = {50 * ms, 0, 40 * ms, 10 * ms};
  EXPECT_EQ(verdict_of(compare(now)).finding, Finding::met);
  EXPECT_EQ(verdict_of(compare(now)).found, "100.0 ms -> 80.00 ms, -20.0 %");
}

TEST(Baseline, of_something_else_cannot_be_compared) {
  EXPECT_EQ(why_not_comparable(run(), run()), "");
  Summary other = run();
  other.program = "/new/ring 10 131072";
  EXPECT_EQ(why_not_comparable(run(), other), "");
  other.program = "/old/stencil";
  EXPECT_EQ(why_not_comparable(run(), other), "it is of another program: /old/ring");
  other = run();
  other.processes = 4;
  EXPECT_EQ(why_not_comparable(run(), other), "it is of 2 processes, this run of 4");
  other = run();
  other.machine = "Cray T3D";
  EXPECT_EQ(why_not_comparable(run(), other), "it is of another machine: round numbers");
  other = run();
  other.lanes = {{"fast"}};
  EXPECT_EQ(why_not_comparable(run(), other), "its first lane is mean, this run's fast");
  other = run();
  other.settings[1].second = "1e-8";
  other.settings[2].second = "elsewhere";
  EXPECT_EQ(why_not_comparable(run(), other), "it had --step 1e-9, this run 1e-8");
}

TEST(Baseline, whose_computation_came_from_elsewhere_cannot_be_compared) {
  Summary before = run(), now = run();
  now.computation.from = "profile";
  EXPECT_EQ(why_not_comparable(before, now), "");
  before.computation.from = "steps";
  EXPECT_EQ(why_not_comparable(before, now),
            "its computation costs what \"steps\" says, this run's what \"profile\" says");
}

// Before there was that setting all processes were in order.
TEST(Baseline, that_knows_no_placement_was_in_order) {
  Summary other = run();
  other.settings.push_back({"placement", "in-order"});
  EXPECT_EQ(why_not_comparable(run(), other), "");
  other.settings.back().second = "round-robin";
  EXPECT_EQ(why_not_comparable(run(), other), "it had --placement in-order, this run round-robin");
}

TEST(Baseline, notes_what_else_may_be_the_reason) {
  Summary before = run(), now = larger_messages();
  before.model_fingerprint = "1";
  before.version = "0.1.0";
  now.model_fingerprint = "2";
  now.version = "0.2.0";
  now.program = "/new/ring 10 131072";
  const BaselineComparison comparison =
      compare_with_baseline({"old/summary.json", before, 0.02}, now);
  const std::string text = baseline_text(comparison);
  EXPECT_NE(text.find("note: the baseline had other arguments: 10 65536"), std::string::npos);
  EXPECT_NE(text.find("note: the model holds something else"), std::string::npos);
  EXPECT_NE(text.find("note: the baseline was predicted by revprof 0.1.0, this run by revprof"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace revprof

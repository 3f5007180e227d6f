// SPDX-License-Identifier: BSD-3-Clause
// How far processes pay, and what their loss is put down to.
#include "revprof/report/sweep/scaling_loss.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

ScalabilitySeries curve(Scaling scaling, const std::vector<std::pair<int, double>>& times) {
  std::vector<ScalabilityRow> rows;
  for (const auto& [processes, seconds] : times) rows.push_back({processes, {{"mean", seconds}}});
  return scalability_series(rows, scaling).front();
}

// 1 s of work shared out; Allreduce takes 0, 0.1 and 0.3 s of each process.
std::vector<RunCost> strong_parts() {
  return {{1, 1.0, {{"computation", 1}}},
          {2, 0.6, {{"computation", 1}, {"MPI_Allreduce", 0.2}}},
          {4, 0.55, {{"computation", 1}, {"MPI_Allreduce", 1.0}, {"MPI_Send", 0.2}}}};
}

TEST(ScalingLoss, finds_the_last_straw_and_who_it_is) {
  const ScalingFindings findings = scaling_findings(
      curve(Scaling::strong, {{1, 1.0}, {2, 0.6}, {4, 0.55}}), Scaling::strong, strong_parts());
  ASSERT_EQ(findings.steps.size(), 2u);
  EXPECT_TRUE(findings.steps[0].pays());  // 1.67 times as fast
  EXPECT_NEAR(findings.steps[0].added_speed, 2. / 3, 1e-12);
  EXPECT_NEAR(findings.steps[0].loss_seconds, 0.1, 1e-12);
  ASSERT_EQ(findings.last_straw(), &findings.steps[1]);
  EXPECT_NEAR(findings.steps[1].loss_seconds, 0.25, 1e-12);
  double lost = 0;
  for (const CostPart& part : findings.steps[1].lost_to) lost += part.seconds;
  EXPECT_NEAR(lost, 0.25, 1e-12);  // the parts of a loss add up to it
  EXPECT_EQ(findings.steps[1].lost_to[0].name, "MPI_Allreduce");
  EXPECT_NEAR(findings.steps[1].lost_to[0].seconds, 0.2, 1e-12);
  EXPECT_EQ(scaling_text(findings),
            "  It pays up to 2 processes; 4 bring 9 % more speed for 100 % more processes.\n"
            "    From 2 to 4 processes 250.0 ms are lost, 80.0 % of it to MPI_Allreduce:\n"
            "    16.7 % -> 45.5 % of the time.\n");
}

// 10,000 processes that compute 60 hours each, but for one that waits 100 hours for them.
TEST(RunCost, of_many_core_hours) {
  constexpr SimTime hour = 3600 * picoseconds_per_second;
  Summary summary;
  summary.processes = 10'000;
  summary.lanes = {{"mean"}};
  summary.times.assign(10'000, {{60 * hour, 60 * hour, 0, 0}});
  summary.times[0] = {{160 * hour, 60 * hour, 0, 100 * hour}};
  const RunCost cost = run_cost(summary);
  EXPECT_EQ(cost.seconds, 160 * 3600.);
  ASSERT_EQ(cost.parts.size(), 2u);
  EXPECT_EQ(cost.parts[0].name, "computation");
  EXPECT_EQ(cost.parts[0].seconds, 60 * 3600e4);
  EXPECT_EQ(cost.parts[1].name, "idle at the end");
  EXPECT_DOUBLE_EQ(cost.parts[1].seconds, 100 * 3600. * 9'999);
}

TEST(ScalingLoss, says_which_call_takes_over) {
  std::vector<RunCost> parts = strong_parts();
  parts[2].parts[1].seconds = 1.1;
  const std::string text = scaling_text(scaling_findings(
      curve(Scaling::strong, {{1, 1.0}, {2, 0.6}, {4, 0.55}}), Scaling::strong, parts));
  EXPECT_NE(text.find("From 4 processes on more time goes to MPI_Allreduce than to computation."),
            std::string::npos)
      << text;
}

TEST(ScalingLoss, measures_weak_scaling_by_what_each_process_does) {
  const std::vector<RunCost> parts = {
      {1, 1.0, {{"computation", 1}}},
      {4, 1.25, {{"computation", 4}, {"waiting in MPI_Recv", 0.75}, {"MPI_Recv", 0.25}}}};
  const ScalingFindings findings =
      scaling_findings(curve(Scaling::weak, {{1, 1.0}, {4, 1.25}}), Scaling::weak, parts);
  EXPECT_EQ(findings.last_straw(), nullptr);
  EXPECT_NEAR(findings.steps[0].added_speed, 2.2, 1e-12);
  EXPECT_NEAR(findings.steps[0].loss_seconds, 0.25, 1e-12);
  ASSERT_EQ(findings.steps[0].lost_to.size(), 2u);
  EXPECT_EQ(findings.steps[0].lost_to[0].name, "waiting in MPI_Recv");
  EXPECT_EQ(scaling_text(findings),
            "  It pays up to 4 processes, the most that were tried.\n"
            "    From 1 to 4 processes 250.0 ms are lost, 75.0 % of it to waiting in\n"
            "    MPI_Recv: 0.0 % -> 15.0 % of the time.\n");
}

TEST(ScalingLoss, says_where_the_measured_machine_ends) {
  std::vector<RunCost> parts = strong_parts();
  const auto text = [&] {
    return scaling_text(scaling_findings(curve(Scaling::strong, {{1, 1.0}, {2, 0.6}, {4, 0.55}}),
                                         Scaling::strong, parts));
  };
  const std::string words = "From 4 processes on times lie beyond what the machine was";
  EXPECT_EQ(text().find(words), std::string::npos) << text();
  parts[2].extrapolated = 0.1;
  EXPECT_NE(text().find(words), std::string::npos) << text();
}

TEST(ScalingLoss, without_parts_names_nobody) {
  EXPECT_EQ(scaling_text(scaling_findings(curve(Scaling::strong, {{1, 1.0}, {2, 2.0}}),
                                          Scaling::strong, {})),
            "  It pays up to 1 process; 2 are no faster.\n");
  EXPECT_EQ(scaling_text(scaling_findings(curve(Scaling::strong, {{1, 1.0}}), Scaling::strong, {})),
            "");
  EXPECT_EQ(scaling_text(scaling_findings(curve(Scaling::strong, {{1, 0.0}, {2, 0.0}}),
                                          Scaling::strong, {})),
            "");
}

TEST(RunCost, of_a_run_add_up_to_all_processes_time) {
  Summary summary;
  summary.processes = 2;
  summary.lanes = {{"mean"}};
  summary.times = {{{100'000'000, 60'000'000, 30'000'000, 10'000'000}},
                   {{70'000'000, 60'000'000, 10'000'000, 0}}};
  summary.calls = {{"MPI_Recv", 2, 16, 50e-6, 10e-6, "measured", ""}};
  const RunCost parts = run_cost(summary);
  double sum = 0;
  for (const CostPart& part : parts.parts) sum += part.seconds;
  EXPECT_NEAR(sum, 2 * parts.seconds, 1e-15);
  EXPECT_NEAR(parts.share("computation"), 0.6, 1e-12);
  EXPECT_NEAR(parts.share("waiting in MPI_Recv"), 0.05, 1e-12);
  EXPECT_NEAR(parts.share("idle at the end"), 0.15, 1e-12);
  EXPECT_EQ(parts.share("MPI_Send"), 0);
}

TEST(ShareCells, show_computation_first_and_gather_the_rest) {
  std::vector<RunCost> runs = {{1, 10, {{"computation", 1}}}};
  for (int i = 0; i < 9; ++i) runs[0].parts.push_back({"MPI_Call" + std::to_string(i), 1});
  const auto rows = share_cells(runs, {"100"}, "n");
  ASSERT_EQ(rows.size(), 2u);
  ASSERT_EQ(rows[0].size(), 8u);
  EXPECT_EQ(rows[0][0], "n");
  EXPECT_EQ(rows[0][1], "computation");
  EXPECT_EQ(rows[0][7], "the rest");
  EXPECT_EQ(rows[1][0], "100");
  EXPECT_EQ(rows[1][1], "10.0 %");
  EXPECT_EQ(rows[1][7], "40.0 %");
}

}  // namespace
}  // namespace revprof

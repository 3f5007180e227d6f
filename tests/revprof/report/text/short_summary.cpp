// SPDX-License-Identifier: BSD-3-Clause
// The short summary, letter by letter.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "revprof/report/text/summary_text.hpp"

namespace revprof {
namespace {

constexpr std::int64_t ms = 1'000'000'000;

Summary stencil() {
  Summary summary;
  summary.program = "./stencil 1024 50";
  summary.processes = 2;
  summary.machine = "Cray T3D, Edinburgh 1996";
  summary.lanes = {
      {"mean"}, {"low", "low", "mean"}, {"high", "high", "mean"}, {"equation", "equation", "mean"}};
  summary.times = {
      {{1200 * ms, 900 * ms, 250 * ms, 50 * ms}, {1, 1, 0, 0}, {2, 2, 0, 0}, {3, 3, 0, 0}},
      {{1250 * ms, 900 * ms, 300 * ms, 50 * ms},
       {1100 * ms, 900 * ms, 200 * ms, 0},
       {1480 * ms, 900 * ms, 500 * ms, 80 * ms},
       {1262 * ms, 900 * ms, 312 * ms, 50 * ms}}};
  summary.calls = {{"MPI_Wait", 1600, 0, 0.15, 0.1, "measured", ""},
                   {"MPI_Allreduce", 100, 800, 0.4, 0, "measured", ""},
                   {"MPI_Iallreduce", 2, 3072, 0.0001, 0, "stand_in", "MPI_Allreduce"},
                   {"MPI_Isend", 800, 6553600, 0.1, 0, "extrapolated", ""}};
  summary.trust = {0.846, 0, 0.1536, 0.0004, 0, 0};
  return summary;
}

TEST(ShortSummary, of_the_default_lanes) {
  EXPECT_EQ(summary_text(stencil()), R"(revprof: ./stencil 1024 50
  2 processes on Cray T3D, Edinburgh 1996

  predicted time  1.250 s  (low 1.100 s, high 1.480 s, equation 1.262 s)
  of process 1, which ends last:
    compute        900.0 ms  72.0 %
    communication  300.0 ms  24.0 %
    waiting        50.00 ms   4.0 %

  call            count  mean size      time   waiting    share  rests on
  MPI_Allreduce     100        8 B  400.0 ms       0 s   16.3 %  measured
  MPI_Wait        1,600        0 B  150.0 ms  100.0 ms    6.1 %  measured
  MPI_Isend         800   8.00 KiB  100.0 ms       0 s    4.1 %  extrapolated
  MPI_Iallreduce      2   1.50 KiB  100.0 us       0 s  < 0.1 %  as Allreduce
  (all processes together)

  trust: 84.6 % of communication and computation measured, 15.4 % extrapolated,
         < 0.1 % stand-in
)");
}

TEST(ShortSummary, of_one_process_that_never_communicates) {
  Summary summary;
  summary.program = "./alone";
  summary.processes = 1;
  summary.machine = "round numbers";
  summary.lanes = {
      {"mean"}, {"low", "low", "mean"}, {"high", "high", "mean"}, {"equation", "equation", "mean"}};
  summary.times = {{{ms, ms, 0, 0}, {ms, ms, 0, 0}, {ms, ms, 0, 0}, {ms, ms, 0, 0}}};
  summary.trust.measured = 1;
  EXPECT_EQ(summary_text(summary), R"(revprof: ./alone
  1 process on round numbers

  predicted time  1.000 ms  (low 1.000 ms, high 1.000 ms, equation 1.000 ms)
    compute        1.000 ms  100.0 %
    communication       0 s    0.0 %
    waiting             0 s    0.0 %

  trust: 100.0 % of communication and computation measured
)");
}

TEST(ShortSummary, says_what_is_inferred) {
  Summary summary = stencil();
  summary.trust = {0.25, 0.75, 0, 0, 0, 0};
  const std::string text = summary_text(summary);
  EXPECT_EQ(text.substr(text.find("  trust:")),
            "  trust: 25.0 % of communication and computation measured, 75.0 % inferred\n");
}

TEST(ShortSummary, of_a_run_that_takes_no_time) {
  Summary summary = stencil();
  for (auto& process : summary.times) process.assign(4, LaneTimes{});
  EXPECT_NE(summary_text(summary).find("predicted time  0 s"), std::string::npos);
}

TEST(ShortSummary, of_a_scenarios_lanes_shows_every_one) {
  Summary summary = stencil();
  summary.lanes = {{"step 0.1 us"}, {"step 1 us"}};
  for (auto& process : summary.times) process.resize(2);
  summary.calls.clear();
  summary.trust = {};
  EXPECT_EQ(summary_text(summary), R"(revprof: ./stencil 1024 50
  2 processes on Cray T3D, Edinburgh 1996

  lane         predicted   change   compute  communication   waiting
  step 0.1 us    1.250 s           900.0 ms       300.0 ms  50.00 ms
  step 1 us      1.100 s  -12.0 %  900.0 ms       200.0 ms       0 s
)");
}

TEST(ShortSummary, warns_within_80_columns) {
  Summary summary = stencil();
  summary.calls.clear();
  summary.trust = {0, 0, 0, 0, 1, 3};
  summary.divergences = {0, 1, 3, 0};
  summary.warnings = {
      "models/exact.json has no equation for MPI_Neighbor_alltoallw and none for a stand-in: "
      "1 us + d / (10 GB/s) is assumed"};
  const std::string text = summary_text(summary);
  EXPECT_EQ(text.substr(text.find("  trust:")),
            R"(  trust: 100.0 % of communication and computation assumed
  note: 3 messages from anybody would have been received earlier, in place of
        another one, on some lanes' clocks (low: 1, high: 3): what follows there
        may differ from what is predicted

  warning: models/exact.json has no equation for MPI_Neighbor_alltoallw and none
           for a stand-in: 1 us + d / (10 GB/s) is assumed
)");
}

TEST(ShortSummary, gathers_the_calls_that_cost_little) {
  Summary summary = stencil();
  for (int i = 0; i < 7; ++i) {
    summary.calls.push_back({"MPI_Call" + std::to_string(i), 10, 100, 0.001, 0, "measured", ""});
  }
  const std::string text = summary_text(summary);
  EXPECT_NE(text.find("  3 more            22      149 B  2.100 ms"), std::string::npos) << text;
  EXPECT_NE(text.find("MPI_Call4"), std::string::npos);
  EXPECT_EQ(text.find("MPI_Call5"), std::string::npos);
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(ShortSummary, cuts_what_would_be_wider_than_80_columns) {
  Summary summary = stencil();
  summary.program = "/home/somebody/projects/simulation/build/release/bin/stencil -in " +
                    std::string(80, 'x') + " the last word";
  summary.machine = std::string(100, 'm');
  summary.calls[2] = {"MPI_Ineighbor_alltoallw", 123456789, 99, 0.2, 0.1, "stand_in",
                      "MPI_Neighbor_alltoallw"};
  const std::string text = summary_text(summary);
  EXPECT_EQ(widest_line(text), 80u) << text;
  EXPECT_EQ(text.substr(0, 27), "revprof: /home/somebody/pro") << text;
  EXPECT_NE(text.find("xxx the last word\n"), std::string::npos) << text;

  summary.lanes = {{std::string(90, 'l')}, {"short"}};
  for (auto& process : summary.times) process.resize(2);
  EXPECT_EQ(widest_line(summary_text(summary)), 80u) << summary_text(summary);
}

TEST(ShortSummary, colours_only_where_asked) {
  const std::string plain = summary_text(stencil());
  EXPECT_EQ(plain.find('\033'), std::string::npos);
  Summary summary = stencil();
  summary.warnings = {"look out"};
  const std::string text = summary_text(summary, Ink(true));
  EXPECT_NE(text.find("predicted time  \033[1m1.250 s\033[0m  (low"), std::string::npos) << text;
  EXPECT_NE(text.find("\033[33mwarning:\033[0m look out"), std::string::npos) << text;
}

}  // namespace
}  // namespace revprof

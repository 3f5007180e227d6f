// SPDX-License-Identifier: BSD-3-Clause
// Runs of many core hours, whose sums no 64-bit number of picoseconds holds, and runs whose clocks
// would leave their range; on both hosts.
#include "command_line.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

class LongTimes : public CommandLine, public testing::WithParamInterface<const char*> {
 protected:
  static CapturedOutput run(const std::string& processes, const std::vector<std::string>& options,
                            const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"run", "--model", exact_model, "-n", processes};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", programs + "/hours" + GetParam()});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return revprof(words);
  }

  static std::size_t count(const std::string& text, const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(words, at)) != text.npos; at += words.size()) ++found;
    return found;
  }

  // One message, exit code 2, and no summary.
  static void expect_end(const CapturedOutput& output, const std::vector<std::string>& words) {
    EXPECT_EQ(output.exit_code, 2) << output.text;
    EXPECT_EQ(count(output.text, "leaves its range"), 1u) << output.text;
    for (const std::string& expected : words) {
      EXPECT_NE(output.text.find(expected), std::string::npos) << expected << "\n" << output.text;
    }
    EXPECT_FALSE(std::filesystem::exists("revprof-out/summary.json"));
    EXPECT_NE(read("revprof-out/overrun.txt").find(words.front()), std::string::npos);
  }
};

// Seven processes wait 400 hours each for the first: 2,800 hours, of which 2,562 fit into 64 bits.
TEST_P(LongTimes, sums_of_all_processes_are_right) {
  constexpr double hours = 400, waited = 7 * hours * 3600;
  const CapturedOutput output = run("8",
                                    {"--step", "3600", "--critical-path", "1", "--call-sites", "1",
                                     "--assert", "MPI_Barrier.waiting == 10080000 s"},
                                    {"400"});
  ASSERT_EQ(output.exit_code, 0) << output.text;

  const Summary summary = read_summary("revprof-out/summary.json");
  SimSum in_calls, waiting;
  for (const auto& lanes : summary.times) {
    in_calls += lanes[0].communication;
    in_calls += lanes[0].waiting;
    waiting += lanes[0].waiting;
  }
  EXPECT_EQ(summary.times[0][0].compute, from_seconds(hours * 3600));
  EXPECT_GT(seconds(waiting), waited);
  double of_calls = 0, of_sites = 0;
  for (const CallSummary& call : summary.calls) {
    of_calls += call.seconds;
    if (call.call == "MPI_Barrier") {
      EXPECT_EQ(call.waiting_seconds, waited);
    }
  }
  for (const SiteSummary& site : summary.sites) of_sites += site.seconds;
  EXPECT_DOUBLE_EQ(of_calls, seconds(in_calls));
  EXPECT_DOUBLE_EQ(of_sites, seconds(in_calls));
  EXPECT_DOUBLE_EQ(summary.trust.measured + summary.trust.extrapolated + summary.trust.stand_in +
                       summary.trust.assumed,
                   1);

  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"report", "revprof-out"}, {"report", "revprof-out", "--html", "page.html"}}) {
    const CapturedOutput report = revprof(words);
    EXPECT_EQ(report.exit_code, 0) << report.text;
    if (words.size() > 2) continue;
    EXPECT_NE(report.text.find("2800 h 00 min"), std::string::npos) << report.text;
  }
}

TEST_P(LongTimes, absurd_steps_end_the_run) {
  expect_end(run("3", {}, {"1e30", "all"}),
             {"/hours", "process ", "computation of 1e+30 steps: the clock of lane mean",
              "expected that it takes less than 640 hours"});
}

TEST_P(LongTimes, an_absurd_step_of_one_lane_ends_the_run) {
  expect_end(run("2", {"--step", "1e-9:1e-9:1e6"}, {"3000"}),
             {"process 0, computation of 3000 steps: the clock of lane high"});
}

TEST_P(LongTimes, steps_that_are_no_number_or_negative_end_the_run) {
  expect_end(run("1", {}, {"nan"}), {"process 0, computation of nan steps"});
  std::filesystem::remove_all("revprof-out");
  expect_end(run("1", {}, {"-1"}),
             {"computation of -1 steps", "expected that it takes 0 s or more"});
}

INSTANTIATE_TEST_SUITE_P(OpenMpi, LongTimes, testing::Values(""));
#ifdef REVPROF_TEST_MPICH
INSTANTIATE_TEST_SUITE_P(Mpich, LongTimes, testing::Values("_mpich"));
#endif

}  // namespace revprof

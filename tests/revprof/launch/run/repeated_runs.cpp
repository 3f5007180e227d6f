// SPDX-License-Identifier: BSD-3-Clause
// `revprof run --runs N`: what it makes, what it refuses, and what it keeps.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "command_line.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

class RepeatedRuns : public CommandLine {
 protected:
  // Four rounds, said by standard input.
  static CapturedOutput runs(const std::vector<std::string>& options,
                             const std::vector<std::string>& program) {
    write("input", "4\n");
    std::string line = std::string("exec ") + REVPROF_TEST_COMMAND + " run --model " + exact_model +
                       " -n 2 --trace none";
    for (const std::string& word : options) line += " " + word;
    line += " --";
    for (const std::string& word : program) line += " " + word;
    return capture({"timeout", "--kill-after=5", "300", "sh", "-c", line + " <input"});
  }

  static void expect_said(const CapturedOutput& output, const std::string& words) {
    EXPECT_NE(output.text.find(words), std::string::npos) << output.text;
  }
};

TEST_F(RepeatedRuns, make_one_prediction_and_one_directory) {
  const CapturedOutput output = runs({"--compute cpu --runs 3"}, {programs + "/strays"});
  ASSERT_EQ(output.exit_code, 0) << output.text;
  expect_said(output, "revprof: run 3 of 3: ");
  expect_said(output, "each visit's median of 3 runs");
  expect_said(output, "the 3 runs by themselves: ");
  // The program's own words once; those of the runs are kept. Each has read the same input.
  EXPECT_EQ(output.text.find("4 rounds"), output.text.rfind("4 rounds"));
  EXPECT_EQ(read("revprof-out/run3/output"), "4 rounds\n");
  const Summary summary = read_summary("revprof-out/summary.json");
  // Of each process by itself: the latest one may be another one on every lane.
  for (const std::vector<LaneTimes>& lanes : summary.times) {
    EXPECT_LE(lanes[1].compute, lanes[0].compute);
    EXPECT_GE(lanes[2].compute, lanes[0].compute);
  }
  EXPECT_GT(read_summary("revprof-out/run1/summary.json").predicted(0).compute, 0);
  EXPECT_FALSE(fs::exists("revprof-out.2"));
  EXPECT_FALSE(fs::exists("revprof-out/run1/visits.0"));  // they have served
}

TEST_F(RepeatedRuns, of_another_flow_are_named) {
  const CapturedOutput output = runs({"--compute cpu --runs 3"}, {programs + "/strays", "seen"});
  EXPECT_EQ(output.exit_code, 1) << output.text;
  expect_said(output, "run 2 is not the same program flow as run 1: process 0: MPI_Allreduce");
  expect_said(output, "(3 visits, then 4 visits)");
  EXPECT_TRUE(fs::exists("revprof-out/run2/summary.json"));
  EXPECT_FALSE(fs::exists("revprof-out/summary.json"));
}

TEST_F(RepeatedRuns, before_an_interruption_are_kept) {
  write("input", "4\n");
  const pid_t child = fork();
  if (child == 0) {
    const std::string line = std::string("exec ") + REVPROF_TEST_COMMAND + " run --model " +
                             exact_model + " -n 2 --compute cpu --runs 3 -- " + programs +
                             "/strays seen wait <input 2>said";
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  for (int tries = 0; tries < 2000 && !fs::exists("revprof-out/run2"); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  const std::string said = read("said");
  EXPECT_NE(said.find("run 2 of 3 was stopped; there is no prediction; the runs before are in "
                      "revprof-out"),
            std::string::npos)
      << said;
  EXPECT_TRUE(fs::exists("revprof-out/run1/summary.json"));
}

TEST_F(RepeatedRuns, that_fail_stop_the_others) {
  const CapturedOutput output = runs({"--compute cpu --runs 3"}, {programs + "/sums", "fail", "2"});
  EXPECT_EQ(output.exit_code, 3) << output.text;
  expect_said(output, "run 1 of 3 failed; there is no prediction");
  EXPECT_FALSE(fs::exists("revprof-out/run2"));
}

TEST_F(RepeatedRuns, that_would_be_all_the_same_are_refused) {
  expect_refused(runs({"--runs 3"}, {programs + "/strays"}), "--runs: expected --compute cpu");
  expect_refused(runs({"--compute cpu --runs 1"}, {programs + "/strays"}), "expected at least 2");
  expect_refused(runs({"--compute cpu --runs x"}, {programs + "/strays"}), "--runs");
}

}  // namespace revprof

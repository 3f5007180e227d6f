// SPDX-License-Identifier: BSD-3-Clause
// `revprof compare`: what it leaves and says, and what it refuses. No real time is looked at.
#include <nlohmann/json.hpp>

#include "command_line.hpp"

namespace revprof {

namespace fs = std::filesystem;

class Comparisons : public CommandLine {
 protected:
  static CapturedOutput compare(const std::vector<std::string>& options,
                                const std::vector<std::string>& program,
                                const std::vector<std::string>& variables = {}) {
    std::vector<std::string> words = {"compare"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    words.insert(words.end(), program.begin(), program.end());
    return revprof(words, variables);
  }

  static bool says(const CapturedOutput& output, const std::string& words) {
    return output.text.find(words) != std::string::npos;
  }

  // Refused: nothing was started, nothing is left behind.
  static void expect_no_run(const CapturedOutput& output, const std::string& words) {
    expect_refused(output, words);
    EXPECT_FALSE(fs::exists("revprof-compare"));
  }

  static void expect_compared(const std::string& program) {
    const CapturedOutput output =
        compare({"--model", exact_model, "-n", "2", "--runs", "2", "--json", "found.json"},
                {programs + "/" + program});
    EXPECT_EQ(output.exit_code, 0) << output.text;
    EXPECT_TRUE(says(output, "2 processes, this host against ")) << output.text;
    EXPECT_TRUE(says(output, "run 2 of 2: ")) << output.text;
    EXPECT_TRUE(says(output, "\n  computation ")) << output.text;
    EXPECT_TRUE(says(output, "\n  MPI_Allreduce ")) << output.text;
    EXPECT_TRUE(says(output, "Wrote found.json")) << output.text;
    EXPECT_FALSE(says(output, "sum 1\n")) << output.text;
    for (const char* run : {"measured1", "measured2", "predicted1", "predicted2"}) {
      EXPECT_EQ(read((fs::path("revprof-compare") / run / "output").string()), "sum 1\n") << run;
    }
    const auto found = nlohmann::json::parse(read("found.json"));
    EXPECT_EQ(found["processes"], 2);
    EXPECT_EQ(found["compute"], "cpu");
    for (const auto& part : found["parts"]) {
      if (part["part"] != "MPI_Allreduce") continue;
      EXPECT_EQ(part["measured_count"], 20);
      EXPECT_EQ(part["predicted_count"], 20);
      EXPECT_GT(part["measured_seconds"], 0);
      return;
    }
    ADD_FAILURE() << "no MPI_Allreduce in " << found;
  }
};

TEST_F(Comparisons, tables_and_json) { expect_compared("sums"); }

#ifdef REVPROF_TEST_MPICH
TEST_F(Comparisons, on_mpich) { expect_compared("sums_mpich"); }

TEST_F(Comparisons, characterize_measures_open_mpi) {
  expect_no_run(compare({"--characterize", "-n", "2"}, {programs + "/sums_mpich"}),
                "characterize is built with Open MPI, and the program with MPICH");
}
#endif

TEST_F(Comparisons, says_how_to_make_a_model) {
  expect_no_run(compare({"-n", "2"}, {programs + "/sums"}),
                "expected --model FILE, made by `mpirun -np 2 characterize -o host.json`, or "
                "--characterize");
}

TEST_F(Comparisons, wrong_words) {
  expect_no_run(compare({"--model", exact_model}, {programs + "/sums"}), "expected -n P");
  expect_no_run(
      compare({"--model", exact_model, "-n", "2", "--runs", "none"}, {programs + "/sums"}),
      "--runs: expected a whole number of at least 1");
  expect_no_run(
      compare({"--model", exact_model, "--characterize", "-n", "2"}, {programs + "/sums"}),
      "leave out --model");
  expect_no_run(compare({"--characterize", "--time-budget", "0", "-n", "2"}, {programs + "/sums"}),
                "--time-budget: expected at least 1 second");
  expect_no_run(compare({"--model", "nowhere.json", "-n", "2"}, {programs + "/sums"}),
                "nowhere.json");
  expect_no_run(compare({"--model", exact_model, "-n", "2"}, {programs + "/no_mpi"}), "MPI");
  expect_no_run(
      compare({"--model", exact_model, "-n", "2", "--compute", "much"}, {programs + "/sums"}),
      "REVPROF_COMPUTE (--compute): expected one of auto, none, steps, counted, profile, cpu");
}

TEST_F(Comparisons, a_failed_run_ends_it) {
  const CapturedOutput output =
      compare({"--model", exact_model, "-n", "2"}, {programs + "/sums", "fail", "2"});
  EXPECT_EQ(output.exit_code, 1) << output.text;
  EXPECT_TRUE(says(output, "measured run 1 failed with exit code 3")) << output.text;
  EXPECT_FALSE(fs::exists("revprof-compare/predicted1")) << output.text;
}

TEST_F(Comparisons, a_run_without_times_ends_it) {
  const CapturedOutput output =
      compare({"--model", exact_model, "-n", "2"}, {programs + "/ends", "abort", "1", "0"});
  EXPECT_EQ(output.exit_code, 1) << output.text;
  EXPECT_TRUE(says(output, "measured run 1 failed with exit code 0: it left no times"))
      << output.text;
}

// The setting by itself, as the environment may say it.
TEST_F(Comparisons, measured_alone) {
  const CapturedOutput output =
      revprof({"run", "--measure", "1", "-n", "2", "--", programs + "/sums"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(fs::exists("revprof-out/measured.json"));
  EXPECT_FALSE(fs::exists("revprof-out/summary.json"));
}

}  // namespace revprof

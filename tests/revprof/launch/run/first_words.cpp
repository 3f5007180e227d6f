// SPDX-License-Identifier: BSD-3-Clause
// What a new user types: words that are nearly right, times as they are printed, ranks and factors
// that cannot be, and commands in the order in which README shows them.
#include "command_line.hpp"

namespace revprof {

class FirstWords : public CommandLine {
 protected:
  static CapturedOutput run(const std::vector<std::string>& options) {
    std::vector<std::string> words = {"run", "--model", exact_model, "-n", "2"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", programs + "/sums"});
    return revprof(words);
  }
  static void expect_words(const CapturedOutput& output, const std::string& words) {
    EXPECT_NE(output.text.find(words), std::string::npos) << output.text;
  }
};

TEST_F(FirstWords, near_misses_of_commands_and_options) {
  expect_refused(revprof({"rnu"}), "found \"rnu\", did you mean run?");
  expect_refused(revprof({"modle", "check"}), "found \"modle\", did you mean model?");
  expect_refused(run({"--modle", exact_model}), "'--modle', did you mean --model?");
  const CapturedOutput far = revprof({"simulation"});
  expect_refused(far, "found \"simulation\" (");
}

TEST_F(FirstWords, too_many_processes_have_a_reason) {
  expect_refused(
      revprof({"run", "--model", exact_model, "-n", "1000000000", "--", programs + "/sums"}),
      "too many processes");
  expect_refused(
      revprof({"run", "--model", exact_model, "-n", "10000000000", "--", programs + "/sums"}),
      "10000000000 is too many");
}

TEST_F(FirstWords, ranks_and_factors_that_cannot_be) {
  expect_refused(
      run({"--trace-processes", "0-2"}),
      "--trace-processes: expected ranks from 0 to 1, as there are 2 processes, found 2");
  expect_refused(run({"--compute", "cpu", "--cpu-scale", "0"}),
                 "expected a number above 0, found \"0\"");
  EXPECT_EQ(run({"--trace-processes", "0-1"}).exit_code, 0);
}

TEST_F(FirstWords, times_have_units_where_they_are_printed_with_them) {
  ASSERT_EQ(run({"--wtime-tick", "10ns"}).exit_code, 0);
  const CapturedOutput unknown = run({"--wtime-tick", "10 parsecs"});
  EXPECT_EQ(unknown.exit_code, 2) << unknown.text;
  expect_words(unknown, "found \"10 parsecs\"");
  EXPECT_EQ(revprof({"report", "revprof-out", "--from", "1us", "--to", "0.5ms"}).exit_code, 0);
  EXPECT_EQ(revprof({"report", "revprof-out", "--from", "0", "--to", "1min"}).exit_code, 0);
  EXPECT_EQ(revprof({"report", "revprof-out", "--from", "1e-6"}).exit_code, 0);
  expect_words(revprof({"report", "revprof-out", "--from", "soon"}),
               "report: --from: expected a time such as 0.1s, 150us or 2e-3, found \"soon\"");
  expect_words(revprof({"report", "revprof-out", "--from", "2ms", "--to", "1ms"}),
               "expected 0 <= from < to");
}

TEST_F(FirstWords, a_run_without_a_path_is_told_how_to_get_one) {
  ASSERT_EQ(run({}).exit_code, 0);
  const CapturedOutput output = revprof({"reprice", "revprof-out", "--model", exact_model});
  EXPECT_EQ(output.exit_code, 2);
  expect_words(
      output, "make the run again so (revprof run --critical-path 1 --model FILE -n P -- PROGRAM)");
}

}  // namespace revprof

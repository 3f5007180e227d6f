// SPDX-License-Identifier: BSD-3-Clause
// What is printed where it cannot be: said once, with its reason, and an exit code that is not 0.
#include "command_line.hpp"

namespace revprof {

class PrintedOutput : public CommandLine {
 protected:
  // Where standard output goes, as a shell says it; standard error is what is read here.
  static CapturedOutput revprof_to(const std::string& redirection, const std::string& words) {
    return capture({"timeout", "--kill-after=5", "60", "sh", "-c",
                    "'" REVPROF_TEST_COMMAND "' " + words + " " + redirection});
  }
};

TEST_F(PrintedOutput, what_is_lost_is_said) {
  for (const std::string& words :
       {"diff '" + exact_model + "' '" + exact_model + "' --json",
        std::string("model eval exact MPI_Bcast --python"), std::string("models"),
        std::string("help"), std::string("--version")}) {
    SCOPED_TRACE(words);
    const CapturedOutput full = revprof_to(">/dev/full", words);
    EXPECT_EQ(full.exit_code, 2);
    EXPECT_EQ(full.text, "revprof: standard output: cannot be written: No space left on device\n");
    const CapturedOutput closed = revprof_to(">&-", words);
    EXPECT_EQ(closed.exit_code, 2);
    EXPECT_EQ(closed.text, "revprof: standard output: cannot be written: Bad file descriptor\n");
  }
}

// A file that is opened must not take the place of a standard output that is closed.
TEST_F(PrintedOutput, does_not_end_in_a_file) {
  const std::string words = "diff '" + exact_model + "' '" + exact_model + "' --svg diff.svg";
  EXPECT_EQ(revprof_to(">&-", words).exit_code, 2);
  EXPECT_EQ(read("diff.svg").rfind("<svg", 0), 0U);
}

TEST_F(PrintedOutput, the_commands_own_code_goes_first) {
  write("wrong.json", "{}");
  EXPECT_EQ(revprof_to(">/dev/null", "model check wrong.json").exit_code, 1);
  EXPECT_EQ(revprof_to(">/dev/full", "model check wrong.json").exit_code, 1);
}

TEST_F(PrintedOutput, a_reader_that_has_left_is_no_error) {
  EXPECT_EQ(revprof_to("| true", "models").text, "");
  const CapturedOutput ignored = capture({"timeout", "60", "sh", "-c",
                                          "trap '' PIPE; { sleep 1; '" REVPROF_TEST_COMMAND
                                          "' model eval orfeo MPI_Bcast; echo $? >code; } | :"});
  EXPECT_EQ(ignored.text, "");
  EXPECT_EQ(read("code"), "0\n");
}

}  // namespace revprof

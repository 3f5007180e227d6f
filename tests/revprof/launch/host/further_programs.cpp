// SPDX-License-Identifier: BSD-3-Clause
// Programs behind ":": their counts and they themselves are looked at before anything starts.
#include "revprof/launch/host/further_programs.hpp"

#include <algorithm>

#include "command_line.hpp"
#include "revprof/launch/command.hpp"

namespace revprof {

class FurtherPrograms : public CommandLine {
 protected:
  // `words` follow the first program.
  static CapturedOutput run(const std::vector<std::string>& words, const char* command = "run") {
    std::vector<std::string> line = {command, "--model", exact_model,       "-n",
                                     "2",     "--",      programs + "/sums"};
    line.insert(line.end(), words.begin(), words.end());
    return revprof(line, {"-u", "SLURM_JOB_ID", "-u", "PBS_NODEFILE"});
  }

  static void expect_one_line(const CapturedOutput& output, const std::string& words) {
    expect_refused(output, words);
    EXPECT_EQ(std::count(output.text.begin(), output.text.end(), '\n'), 1) << output.text;
  }
};

TEST_F(FurtherPrograms, counts) {
  EXPECT_EQ(processes_of_all(2, {"a", "-n", "7"}), 2);
  EXPECT_EQ(processes_of_all(2, {"a", ":", "-n", "3", "b", "-n", "7", ":", "--np", "4", "c"}), 9);
  EXPECT_EQ(processes_of_all(2, {"a", ":", "--mca", "x", "y", "-n", "3", "b", ":", "c"}), 6);
  EXPECT_EQ(further_programs({"a", ":", "-x", "NAME", "-n", "3", "b", "c"})[0].program, "b");
  EXPECT_EQ(further_programs({"a", ":", "-n", "3", "--own", "b", "c"})[0].program, "");
  EXPECT_THROW(further_programs({"a", ":", "-n", "3"}), UsageError);
  EXPECT_THROW(processes_of_all(2, {"a", ":", "-n", "2147483647", "b"}), UsageError);
}

TEST_F(FurtherPrograms, a_wrong_count_is_refused) {
  for (const char* count : {"0", "-1", "two", "1.5", "3x", ""}) {
    for (const char* command : {"run", "sweep", "compare"}) {
      expect_one_line(run({":", "-n", count, programs + "/sums"}, command),
                      std::string("-n behind \":\": expected a whole number of at least 1, found "
                                  "\"") +
                          count + "\"");
    }
  }
}

TEST_F(FurtherPrograms, there_must_be_room_for_the_sum) {
  for (const char* command : {"run", "sweep", "compare"}) {
    expect_one_line(run({":", "-n", "1000000", programs + "/sums"}, command),
                    "-n, with those behind \":\": 1000002: too many processes");
  }
}

TEST_F(FurtherPrograms, each_program_is_looked_into) {
  expect_one_line(run({":", "-n", "2", "./nowhere"}), "./nowhere: No such file");
  expect_one_line(run({":", "-n", "2", programs + "/no_mpi"}), "/no_mpi: makes no MPI call");
  if (!std::filesystem::exists(programs + "/sums_mpich")) return;
  expect_one_line(run({":", "-n", "2", programs + "/sums_mpich"}),
                  "/sums_mpich: expected Open MPI, as ");
}

// A baseline is one of all processes.
TEST_F(FurtherPrograms, a_baseline_of_several_programs) {
  const std::vector<std::string> further = {":", "-n", "1", programs + "/sums"};
  ASSERT_EQ(run(further).exit_code, 0);
  std::vector<std::string> line = {"run",         "--model", exact_model,
                                   "-n",          "2",       "--baseline",
                                   "revprof-out", "--",      programs + "/sums"};
  line.insert(line.end(), further.begin(), further.end());
  const CapturedOutput again = revprof(line);
  EXPECT_EQ(again.exit_code, 0) << again.text;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// `revprof run` with real programs: exit codes, results, what is said.
#include <sys/stat.h>

#include <cstdlib>

#include "command_line.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

class Runs : public CommandLine {
 protected:
  static CapturedOutput run(const std::vector<std::string>& program,
                            const std::vector<std::string>& options = {},
                            const std::vector<std::string>& variables = {}) {
    std::vector<std::string> words = {"run", "--model", exact_model, "-n", "3"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    words.insert(words.end(), program.begin(), program.end());
    return revprof(words, variables);
  }

  static bool says(const CapturedOutput& output, const std::string& words) {
    return output.text.find(words) != std::string::npos;
  }
};

TEST_F(Runs, leaves_a_summary_and_traces) {
  const CapturedOutput output = run({programs + "/sums"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "sum 3\n")) << output.text;
  const Summary summary = read_summary("revprof-out/summary.json");
  EXPECT_EQ(summary.processes, 3);
  EXPECT_EQ(summary.times.size(), 3U);
  for (const char* trace : {"p0.trace", "p1.trace", "p2.trace"}) {
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path("revprof-out") / trace));
  }
}

// As mpirun starts it: programs print their names, and some do what their name says.
TEST_F(Runs, a_program_found_in_PATH_sees_its_name_as_it_was_typed) {
  const std::string path = "PATH=" + programs + ":" + std::getenv("PATH");
  const CapturedOutput output = run({"sums", "name"}, {}, {path});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "named sums\n")) << output.text;
}

// As mpirun takes them: one MPI_COMM_WORLD.
TEST_F(Runs, several_programs_at_once) {
  const CapturedOutput output =
      run({programs + "/sums", ":", "-n", "2", programs + "/sums", "again"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "sum 10\n")) << output.text;
  EXPECT_EQ(read_summary("revprof-out/summary.json").processes, 5);
}

TEST_F(Runs, a_scenario_gives_a_table_and_a_graph) {
  write("what-if.json",
        R"({"format": "revprof-scenario", "version": 1, "lanes": [{"name": "now"},
            {"name": "free sums", "factors": {"MPI_Allreduce": 0}}]})");
  const CapturedOutput output = run({programs + "/sums"}, {"--scenario", "what-if.json"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "\n  free sums ")) << output.text;
  EXPECT_TRUE(says(output, "Wrote revprof-out/lanes.svg")) << output.text;
  EXPECT_NE(read("revprof-out/lanes.svg").find("free sums"), std::string::npos);
  const Summary summary = read_summary("revprof-out/summary.json");
  EXPECT_LT(summary.predicted(1).predicted, summary.predicted(0).predicted);

  write("wrong.json", R"({"format": "revprof-scenario", "version": 1, "lanes": [{}]})");
  const CapturedOutput wrong = run({programs + "/sums"}, {"--scenario", "wrong.json"});
  EXPECT_EQ(wrong.exit_code, 2) << wrong.text;
  EXPECT_TRUE(says(wrong, "wrong.json: lanes[0]: expected the key \"name\"")) << wrong.text;
}

// An environment module sets REVPROF_ROOT and the like; only what is nearly a setting is worth a
// word.
TEST_F(Runs, variables_that_are_no_settings) {
  const std::vector<std::string> line = {"run", "--model", exact_model,       "-n",
                                         "2",   "--",      programs + "/sums"};
  const CapturedOutput plain =
      revprof(line, {"REVPROF_ROOT=/opt", "REVPROF_DIR=/opt", "REVPROF_HOME=/opt",
                     "REVPROF_VERSION=1", "REVPROF_=", "REVPROF_LIB_DIR=x"});
  EXPECT_EQ(plain.exit_code, 0) << plain.text;
  EXPECT_FALSE(says(plain, "warning")) << plain.text;
  const CapturedOutput missed = revprof(line, {"REVPROF_TRASE=none"});
  EXPECT_EQ(missed.exit_code, 0) << missed.text;
  const std::string warning =
      "REVPROF_TRASE is no setting of revprof and changes nothing (did you mean REVPROF_TRACE?";
  const auto first = missed.text.find(warning);
  ASSERT_NE(first, std::string::npos) << missed.text;
  EXPECT_EQ(missed.text.find(warning, first + 1), std::string::npos) << missed.text;
}

TEST_F(Runs, units_of_which_none_came) {
  const auto warning = [](const std::string& missed, const std::string& own) {
    return "warning: --step says what these units of computation take, and the program announced "
           "none of them: " +
           missed + " (its own units: " + own + ")";
  };
  const auto warnings = [&](const std::vector<std::string>& program, const char* step) {
    std::string all = "warning: ";
    EXPECT_EQ(run(program, {"--trace", "none", "--step", step, "-o", "units"}).exit_code, 0);
    for (const std::string& text : read_summary("units/summary.json").warnings) all += text;
    std::filesystem::remove_all("units");
    return all;
  };
  const std::vector<std::string> atoms = {programs + "/hours", "8", "all", "atom"};
  EXPECT_EQ(warnings(atoms, "1e-9,atoms=1e-9,flop=1e-9,atom=1e-9"), warning("atoms, flop", "atom"));
  EXPECT_EQ(warnings(atoms, "atom=1e-9"), "warning: ");
  EXPECT_EQ(warnings({programs + "/hours", "8"}, "atom=1e-9"), warning("atom", "none"));
}

// Seconds, meant as milliseconds.
TEST_F(Runs, windows_behind_the_end) {
  const CapturedOutput output = run({programs + "/sums"}, {"--trace-window", "5-6"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output,
                   "warning: --trace-window: nothing was traced: expected a time within "
                   "the run, which ends at "))
      << output.text;
  EXPECT_FALSE(says(run({programs + "/sums"}, {"--trace-window", "1ns-6", "-o", "whole"}),
                    "nothing was traced"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"trace", "whole", "--to", "chrome", "--window", "5-6"},
           {"report", "whole", "--from", "5", "--to", "6"}}) {
    const CapturedOutput refused = revprof(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.text;
    EXPECT_TRUE(says(refused, "expected a time within the run, which ends at ")) << refused.text;
    EXPECT_TRUE(says(refused, "found 5.000 s (numbers without a unit are seconds)"));
  }
  EXPECT_FALSE(std::filesystem::exists("whole/trace.json"));
  EXPECT_FALSE(std::filesystem::exists("whole/timing_diagram.svg"));
}

TEST_F(Runs, never_overwrites) {
  EXPECT_EQ(run({programs + "/sums"}, {"-o", "here"}).exit_code, 0);
  const std::string first = read("here/summary.json");
  EXPECT_EQ(run({programs + "/sums"}, {"-o", "here", "--compute", "none"}).exit_code, 0);
  EXPECT_EQ(read("here/summary.json"), first);
  EXPECT_TRUE(std::filesystem::exists("here.2/summary.json"));
}

TEST_F(Runs, processes_where_a_file_says) {
  const auto predicted = [&](const std::vector<std::string>& options) {
    std::vector<std::string> all = {"--trace", "none", "-o", "placed"};
    all.insert(all.end(), options.begin(), options.end());
    const CapturedOutput output = run({programs + "/hours", "0"}, all);
    EXPECT_EQ(output.exit_code, 0) << output.text;
    const Summary summary = read_summary("placed/summary.json");
    std::filesystem::remove_all("placed");
    return summary.predicted(0).predicted;
  };
  write("hosts", "a\nb\nc\n");
  write("places", "0 4 8\n");
  const auto in_order = predicted({});
  EXPECT_EQ(predicted({"--placement", "round-robin"}), in_order);  // one node is enough for three
  EXPECT_GT(predicted({"--placement", "places"}), in_order);
  EXPECT_EQ(predicted({"--placement", "hosts"}), predicted({"--placement", "places"}));

  write("few", "0 1\n");
  const CapturedOutput few = run({programs + "/sums"}, {"--placement", "few"});
  EXPECT_EQ(few.exit_code, 2) << few.text;
  EXPECT_TRUE(says(few, "few: expected a place for each of the 3 processes, found 2")) << few.text;
  const CapturedOutput none = run({programs + "/sums"}, {"--placement", "nowhere"});
  EXPECT_EQ(none.exit_code, 2) << none.text;
  EXPECT_TRUE(says(none, "nowhere: No such file")) << none.text;
}

TEST_F(Runs, settings_from_environment_and_options) {
  const CapturedOutput output =
      run({programs + "/sums"}, {"--trace", "none"}, {"REVPROF_QUIET=1", "REVPROF_TRACE=plain"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_EQ(output.text, "sum 3\n");
  EXPECT_FALSE(std::filesystem::exists("revprof-out/p0.trace"));
}

TEST_F(Runs, the_exit_code_is_the_programs) {
  const CapturedOutput output = run({programs + "/sums", "fail", "3"}, {"--critical-path", "1"});
  EXPECT_EQ(output.exit_code, 3) << output.text;
  EXPECT_TRUE(says(output,
                   "did not reach MPI_Finalize; the traces up to that point are in "
                   "revprof-out"))
      << output.text;
  EXPECT_EQ(revprof({"report", "revprof-out"}).exit_code, 0);
  for (const auto& left : std::filesystem::directory_iterator("revprof-out")) {
    EXPECT_NE(left.path().extension(), ".steps") << left.path();
  }
}

TEST_F(Runs, a_script_that_starts_the_program) {
  write("script", "#!/bin/sh\nexec " + programs + "/sums\n");
  chmod("script", 0755);
  const CapturedOutput output = run({"./script"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(std::filesystem::exists("revprof-out/summary.json"));
}

TEST_F(Runs, the_model_is_held_for_the_processes) {
  write("script", "#!/bin/sh\ntest $(stat -L -c %s \"$REVPROF_HELD_MODELS\") -gt 1000 && exec " +
                      programs + "/sums\n");
  chmod("script", 0755);
  const CapturedOutput output = run({"./script"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(std::filesystem::exists("revprof-out/summary.json"));
}

TEST_F(Runs, a_script_without_mpi) {
  write("script", "#!/bin/sh\nexit 0\n");
  chmod("script", 0755);
  const CapturedOutput output = run({"./script"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_TRUE(says(output, "NOTHING WAS PREDICTED: ./script made no MPI call")) << output.text;
  EXPECT_TRUE(says(output, "revprof: why: what ./script started or loaded makes no MPI call"))
      << output.text;
  EXPECT_FALSE(std::filesystem::exists("revprof-out"));
}

TEST_F(Runs, why_nothing_was_seen) {
  const CapturedOutput statically = run({"env", programs + "/static_program"});
  EXPECT_EQ(statically.exit_code, 0);
  EXPECT_TRUE(says(statically, "why: " + programs + "/static_program: statically linked"))
      << statically.text;
  const CapturedOutput failed = run({"env", programs + "/own_init"});
  EXPECT_NE(failed.exit_code, 0);
  EXPECT_TRUE(says(failed, "why: " + programs + "/own_init: linked with MPI statically"))
      << failed.text;
  const CapturedOutput early = run({programs + "/silent", "early"});
  EXPECT_EQ(early.exit_code, 0);
  EXPECT_TRUE(says(early, "/silent can call MPI_Init, and did not in this run")) << early.text;
  const CapturedOutput never = run({programs + "/never_begins"}, {"--trace", "none"});
  EXPECT_EQ(never.exit_code, 0);
  EXPECT_TRUE(says(never, "calls MPI_Init)")) << never.text;
  const CapturedOutput loaded =
      run({programs + "/silent", "early", programs + "/liblaunch_loads_library.so"});
  EXPECT_EQ(loaded.text, early.text);
}

TEST_F(Runs, nothing_between_init_and_finalize) {
  const CapturedOutput output = run({programs + "/silent"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "warning: between MPI_Init and MPI_Finalize no process")) << output.text;
  EXPECT_FALSE(says(run({programs + "/sums"}), "no process made an MPI call"));
}

TEST_F(Runs, results_that_cannot_be_written) {
  const CapturedOutput output = run({programs + "/file_limit"});
  EXPECT_EQ(output.exit_code, 2) << output.text;
  EXPECT_TRUE(says(output, "results could not be written: there is no summary")) << output.text;
  EXPECT_FALSE(says(output, "did not reach MPI_Finalize")) << output.text;
}

TEST_F(Runs, the_users_own_preloaded_library_stays) {
  write("script", "#!/bin/sh\necho \"preloaded $LD_PRELOAD\"\nexec " + programs + "/sums\n");
  chmod("script", 0755);
  const CapturedOutput output =
      run({"./script"}, {}, {std::string("LD_PRELOAD=") + REVPROF_TEST_PRELOADABLE});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, std::string("/librevprof.so:") + REVPROF_TEST_PRELOADABLE))
      << output.text;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// `revprof sweep` with a real program: what it makes, what it does not make again, what fails.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "command_line.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

class Sweeps : public CommandLine {
 protected:
  static std::vector<std::string> line(const std::vector<std::string>& options,
                                       const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words = {"sweep", "--model", exact_model, "--trace", "none"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", programs + "/sums"});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }

  static CapturedOutput sweep(const std::vector<std::string>& options,
                              const std::vector<std::string>& arguments = {}) {
    return revprof(line(options, arguments));
  }

  static bool says(const CapturedOutput& output, const std::string& words) {
    return output.text.find(words) != std::string::npos;
  }

  // How many runs an earlier sweep had made already.
  static int known(const CapturedOutput& output) {
    int times = 0;
    for (std::size_t at = 0; (at = output.text.find("predicted before", at)) != std::string::npos;
         ++at) {
      ++times;
    }
    return times;
  }
};

TEST_F(Sweeps, a_run_without_a_prediction_fails) {
  const CapturedOutput output = revprof(
      {"sweep", "--model", exact_model, "-n", "1,2", "--", programs + "/ends", "abort", "1", "0"});
  EXPECT_EQ(output.exit_code, 1) << output.text;
  EXPECT_TRUE(says(output, "2 processes: left no prediction")) << output.text;
  EXPECT_TRUE(says(output, "1 of 2 runs failed")) << output.text;
}

TEST_F(Sweeps, go_on_after_a_failure_and_try_it_again) {
  const std::vector<std::string> arguments = {"fail", "2"};
  const CapturedOutput output = sweep({"-n", "4,1,2"}, arguments);
  EXPECT_EQ(output.exit_code, 1) << output.text;
  EXPECT_TRUE(says(output,
                   "2 processes: failed with exit code 3 (it printed "
                   "revprof-sweep/p2/output)"))
      << output.text;
  EXPECT_TRUE(says(output, "1 of 3 runs failed")) << output.text;
  for (const char* file : {"sweep.csv", "sweep-parts.csv", "sweep.svg", "sweep.tex", "sweep.html",
                           "runs.json", "p1/summary.json", "p4/summary.json"}) {
    EXPECT_TRUE(fs::exists(fs::path("revprof-sweep") / file)) << file;
  }
  EXPECT_EQ(read("revprof-sweep/p4/output"), "sum 6\n");
  EXPECT_FALSE(says(output, "sum 6"));

  const CapturedOutput again = sweep({"-n", "4,1,2"}, arguments);
  EXPECT_EQ(again.exit_code, 1) << again.text;
  EXPECT_EQ(known(again), 2) << again.text;
  EXPECT_TRUE(says(again, "2 processes: failed")) << again.text;
  EXPECT_FALSE(fs::exists("revprof-sweep.2"));
}

TEST_F(Sweeps, repeat_nothing_but_what_has_changed) {
  EXPECT_EQ(known(sweep({"-n", "1,2"})), 0);
  const std::string table = read("revprof-sweep/sweep.csv");
  const CapturedOutput again = sweep({"-n", "1,2"});
  EXPECT_EQ(known(again), 2) << again.text;
  EXPECT_EQ(read("revprof-sweep/sweep.csv"), table);
  EXPECT_EQ(known(sweep({"-n", "1,2,3"})), 2);
  EXPECT_EQ(known(sweep({"-n", "1,2", "--step", "1e-8"})), 0);
  EXPECT_EQ(known(sweep({"-n", "2", "--force"})), 0);
  EXPECT_TRUE(fs::exists("revprof-sweep/p2.3/summary.json"));  // nothing is overwritten
  EXPECT_FALSE(fs::exists("revprof-sweep.2"));

  // The content of the model counts, not its name.
  fs::copy_file(exact_model, "model.json");
  EXPECT_EQ(known(sweep({"-n", "1", "--model", "model.json"})), 2);
  std::string other = read("model.json");
  other.replace(other.find("\"exact\""), 7, "\"EXACT\"");
  write("model.json", other);
  EXPECT_EQ(known(sweep({"-n", "1", "--model", "model.json"})), 1);

  // ... and so it is with other files that settings name.
  const std::vector<std::string> placed = {"-n", "2", "--placement", "places"};
  write("places", "0 1");
  EXPECT_EQ(known(sweep(placed)), 0);
  EXPECT_EQ(known(sweep(placed)), 1);
  write("places", "0 5");
  EXPECT_EQ(known(sweep(placed)), 0);

  // Another program's sweep gets a directory of its own.
  EXPECT_EQ(known(sweep({"-n", "1"}, {"fail", "9"})), 0);
  EXPECT_TRUE(fs::exists("revprof-sweep.2/p1/summary.json"));
}

TEST_F(Sweeps, say_where_no_run_computes) {
  const CapturedOutput output = sweep({"-n", "1,2"});
  const std::string note = "communication alone: nothing of this program";
  EXPECT_TRUE(says(output, note)) << output.text;
  EXPECT_NE(read("revprof-sweep/sweep.html").find(note), std::string::npos);
}

TEST_F(Sweeps, repeat_what_a_library_of_the_program_may_have_changed) {
  const std::string library = "liblaunch_ends_last.so";
  fs::create_directory("libraries");
  fs::copy_file(programs + '/' + library, "libraries/" + library);
  const char* const path = std::getenv("LD_LIBRARY_PATH");
  const std::string before = path == nullptr ? "" : path;
  setenv("LD_LIBRARY_PATH", (fs::absolute("libraries").string() + ':' + before).c_str(), 1);
  const std::vector<std::string> words = {"sweep", "--model",          exact_model, "-n", "2",
                                          "--",    programs + "/ends", "none",      "0",  "0"};
  EXPECT_EQ(known(revprof(words)), 0);
  EXPECT_EQ(known(revprof(words)), 1);
  std::ofstream("libraries/" + library, std::ios::app) << '\n';
  EXPECT_EQ(known(revprof(words)), 0);
  path == nullptr ? unsetenv("LD_LIBRARY_PATH") : setenv("LD_LIBRARY_PATH", before.c_str(), 1);
}

TEST_F(Sweeps, over_two_models_and_an_argument) {
  // The same model, but not the same file: the runs of one would serve the other.
  fs::copy_file(exact_model, "twin.json");
  std::ofstream("twin.json", std::ios::app) << '\n';
  const CapturedOutput output =
      sweep({"--model", "twin.json", "-n", "2,3", "--arg", "p=8,9"}, {"fail", "{p}"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "\ntwin, p=9\n")) << output.text;
  EXPECT_EQ(read_summary("revprof-sweep/exact/p=8/p2/summary.json").predicted(0).predicted,
            read_summary("revprof-sweep/twin/p=9/p2/summary.json").predicted(0).predicted);
  EXPECT_TRUE(says(output, "twin, p=8: pays up to 2 processes; 3 are no faster.")) << output.text;
}

TEST_F(Sweeps, over_an_argument_alone) {
  const CapturedOutput output =
      sweep({"-n", "2", "--arg", "p=3,4", "--quiet", "-o", "here"}, {"fail", "{p}"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_EQ(output.text.find("revprof:"), std::string::npos) << output.text;
  EXPECT_TRUE(says(output, "  p ")) << output.text;
  EXPECT_TRUE(says(output, "growth")) << output.text;
  EXPECT_EQ(read("here/sweep.svg").find("speed-up"), std::string::npos);
}

TEST_F(Sweeps, that_are_weak_say_how_efficient_they_are) {
  const CapturedOutput output =
      sweep({"-n", "1,2", "--weak", "-o", "here"}, {"fail", "{10*processes}"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "scaled speed-up  efficiency")) << output.text;
  EXPECT_NE(read("here/p2/summary.json").find("sums fail 20"), std::string::npos);
}

TEST_F(Sweeps, that_are_stopped_go_on_where_they_were) {
  fs::create_directory("ids");
  const auto ids = [] {
    return std::distance(fs::directory_iterator("ids"), fs::directory_iterator());
  };
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("said", "w", stderr) == nullptr) _exit(126);
    std::vector<std::string> words = line({"-n", "2", "--arg", "do=end,wait"}, {"{do}", "ids"});
    words.insert(words.begin(), REVPROF_TEST_COMMAND);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(REVPROF_TEST_COMMAND, pointers.data());
    _exit(127);
  }
  for (int tries = 0; tries < 600 && ids() < 2; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_TRUE(fs::exists("revprof-sweep/sweep.csv"));
  EXPECT_FALSE(fs::exists("revprof-sweep/do=wait/p2"));
  const std::string said = read("said");
  EXPECT_NE(said.find("do=wait, 2 processes: stopped\n"), std::string::npos) << said;
  EXPECT_EQ(said.find("revprof-sweep/do=wait"), std::string::npos) << said;  // which is gone
  const CapturedOutput again = sweep({"-n", "2", "--arg", "do=end,go"}, {"{do}", "ids"});
  EXPECT_EQ(again.exit_code, 0) << again.text;
  EXPECT_EQ(known(again), 1) << again.text;
}

// LaTeX that fails costs the PDF alone.
TEST_F(Sweeps, without_a_pdf) {
  fs::create_directory("programs");
  write("programs/pdflatex", "#!/bin/sh\nexit 1\n");
  fs::permissions("programs/pdflatex", fs::perms::owner_all);
  const std::string path = "PATH=" + fs::absolute("programs").string() + ":" + std::getenv("PATH");
  const CapturedOutput output = revprof(line({"-n", "1,2"}), {path});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_TRUE(says(output, "revprof: warning: no PDF: revprof-sweep/sweep.tex: pdflatex failed"))
      << output.text;
  for (const char* file :
       {"sweep.csv", "sweep-parts.csv", "sweep.svg", "sweep.tex", "sweep.html"}) {
    EXPECT_TRUE(fs::exists(fs::path("revprof-sweep") / file)) << file;
  }
}

TEST_F(Sweeps, refuse_what_cannot_be) {
  expect_refused(sweep({"-n", "1,2,"}), "expected a list such as 1,2,4,8");
  expect_refused(sweep({"-n", "1", "--arg", "n"}), "expected a name and its values");
  expect_refused(sweep({"-n", "1", "--arg", "n=1"}), "{n} does not stand in the program's words");
  expect_refused(sweep({"-n", "1"}, {"{n}"}), "expected one of {processes} (--arg n=V,V,... makes");
  expect_refused(sweep({"-n", "1,2", "--weak", "--arg", "n=1,2,3"}, {"{n}"}),
                 "found 3 values for 2 numbers");
}

}  // namespace revprof

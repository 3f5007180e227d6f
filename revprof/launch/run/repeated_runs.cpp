// SPDX-License-Identifier: BSD-3-Clause
// Compares the flow of the runs by the visits that the library leaves of each process.
#include "revprof/launch/run/repeated_runs.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "revprof/launch/command.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/trace/results/run_directory.hpp"
#include "revprof/trace/results/segment_visits.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

// Each run reads the same standard input, where that can be read again.
class StandardInput {
 public:
  void rewind() const {
    if (begin_ >= 0) lseek(STDIN_FILENO, begin_, SEEK_SET);
  }

 private:
  off_t begin_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
};

Launch one_of_them(const Launch& wanted, const std::string& directory, int run) {
  Launch one = wanted;
  const std::pair<const char*, const char*> settings[] = {{"visits", "keep"},
                                                          {"quiet", "1"},
                                                          {"trace", "none"},
                                                          {"critical-path", "0"},
                                                          {"call-sites", "0"}};
  for (const auto& [setting, value] : settings) one.settings.set(setting, value);
  one.settings.set("output", run_directory(directory, run));
  one.output_file_name = "output";
  return one;
}

// Empty where all processes have gone on as in the first run.
std::string difference_from_first(const std::string& directory, int run, int processes) {
  for (int process = 0; process < processes; ++process) {
    const std::string difference =
        difference_in_flow(read_visits(visits_file(run_directory(directory, 1), process)),
                           read_visits(visits_file(run_directory(directory, run), process)));
    if (!difference.empty()) return "process " + std::to_string(process) + ": " + difference;
  }
  return "";
}

double predicted_seconds(const std::string& directory) {
  return seconds(read_summary(directory + "/summary.json").predicted(0).predicted);
}

void remove_visits(const std::string& directory, int runs, int processes) {
  for (int run = 1; run <= runs; ++run) {
    for (int process = 0; process < processes; ++process) {
      std::error_code error;
      fs::remove(visits_file(run_directory(directory, run), process), error);
    }
  }
}

void say_scatter(const std::vector<double>& predicted) {
  const auto [least, most] = std::minmax_element(predicted.begin(), predicted.end());
  std::cerr << "revprof: the " << predicted.size() << " runs by themselves: " << time_text(*least)
            << " to " << time_text(*most) << '\n';
}

}  // namespace

void check_repeated_runs(const Settings& settings, int runs) {
  if (runs < 2) throw UsageError("--runs: expected at least 2");
  const std::string& compute = settings.text("compute");
  if (compute == "cpu") return;
  throw UsageError("--runs: expected --compute cpu: with --compute " + compute +
                   " nothing is measured that differs from run to run");
}

Outcome launch_repeatedly(const Launch& wanted, int runs) {
  const bool quiet = wanted.settings.text("quiet") == "1";
  const std::string directory = make_run_directory(wanted.settings.text("output"));
  const StandardInput input;
  std::vector<double> predicted;
  for (int run = 1; run <= runs; ++run) {
    input.rewind();
    Outcome outcome = launch(one_of_them(wanted, directory, run));
    if (outcome.exit_code != 0 || !outcome.finished) {
      const bool stopped = outcome.signal_taken != 0;
      std::cerr << "revprof: run " << run << " of " << runs
                << (stopped ? " was stopped" : " failed") << "; there is no prediction"
                << (run == 1 ? "" : "; the runs before are in " + directory) << '\n';
      if (outcome.exit_code == 0) outcome.exit_code = 1;
      outcome.finished = false;
      return outcome;
    }
    const std::string difference = difference_from_first(directory, run, wanted.processes);
    if (!difference.empty()) {
      std::cerr << "revprof: " << wanted.program[0] << ": no prediction: run " << run
                << " is not the same program flow as run 1: " << difference << " (both are in "
                << directory << ")\n";
      return {1, 0, directory, false};
    }
    predicted.push_back(predicted_seconds(outcome.directory));
    if (quiet) continue;
    std::cerr << "revprof: run " << run << " of " << runs << ": " << time_text(predicted.back())
              << " predicted\n";
  }
  Launch last = wanted;
  last.settings.set("visits", std::to_string(runs));
  input.rewind();
  Outcome outcome = launch_into(directory, last);
  if (!outcome.finished && outcome.exit_code == 0) outcome.exit_code = 1;
  if (!outcome.finished) return outcome;
  remove_visits(directory, runs, wanted.processes);
  if (!quiet) say_scatter(predicted);
  return outcome;
}

}  // namespace revprof

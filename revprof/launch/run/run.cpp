// SPDX-License-Identifier: BSD-3-Clause
// `revprof run`: predicts one run of a program as it is.
#include <chrono>
#include <exception>
#include <future>
#include <iostream>
#include <optional>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_room.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/run/conversions.hpp"
#include "revprof/launch/run/launch.hpp"
#include "revprof/launch/run/repeated_runs.hpp"
#include "revprof/launch/run/run_check.hpp"
#include "revprof/launch/run/run_files.hpp"
#include "revprof/report/svg/lane_graph.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/report/text/text_table.hpp"
#include "revprof/trace/plain/selection.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr const char* run_usage =
    "Usage: revprof run --model FILE -n P [settings] -- PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM, as it is, with P processes on this host and predicts how long it takes on the\n"
    "machine that the model describes. Results go into a new directory (revprof-out); a summary\n"
    "is printed at the end. The exit code is the program's, also where nothing could be\n"
    "predicted; 2 where nothing was started, or results could not be written; 120 where --assert,\n"
    "--baseline or --junit asks for a verdict, the program ended well, and the prediction is not\n"
    "as it must be or there is none.\n\n"
    "An assertion is QUANTITY RELATION BOUND, the relation one of < <= > >= ==:\n"
    "  predicted < 2.0 s            predicted, compute, communication or waiting (of the process\n"
    "  waiting <= 10 %              that ends last), a time (ps ns us ms s) or a share of the "
    "whole\n"
    "  high.predicted < 3 s         the same on another lane (low, high, equation, a scenario's)\n"
    "  MPI_Allreduce.seconds < 5 %  seconds, waiting, count or bytes of a call, summed over all\n"
    "  MPI_Send.bytes <= 64 MiB     processes\n\n"
    "Examples:\n"
    "  revprof run --model machine.json -n 16 -- ./a.out 1000\n"
    "      predicts ./a.out with 16 processes; computation costs only what revprof_compute() says\n"
    "  revprof run --model machine.json -n 2 -- ./ocean : -n 6 ./ice\n"
    "      several programs that share MPI_COMM_WORLD, as mpirun takes them\n"
    "  revprof run --model machine.json -n 8 --compute cpu -- lmp -in in.melt\n"
    "      predicts an installed program; computation costs the CPU time it takes here\n"
    "  revprof run --model machine.json -n 8 --compute cpu --runs 5 -- lmp -in in.melt\n"
    "      the same by five runs, so that what disturbs one of them is not predicted\n"
    "  revprof run --model machine.json -n 4 --compute none --trace none -o fast -- ./a.out\n"
    "      communication alone, without trace files, into the directory fast\n"
    "  revprof run --scenario what-if.json --model machine.json -n 8 -- ./a.out\n"
    "      predicts up to 64 machines and what-ifs at once: a table, and lanes.svg\n"
    "  revprof run --model machine.json -n 4 --assert \"predicted < 2 s\" --junit test.xml -- "
    "./a.out\n"
    "      a test that fails, with exit code 120, where 2 s are predicted or more\n"
    "  revprof run --model machine.json -n 4 --baseline good/summary.json -- ./a.out\n"
    "      the same against an earlier run: which call has got slower, more frequent, larger?\n"
    "  revprof report revprof-out\n"
    "      then shows the tables and draws the timing diagram\n\n";

// What a scenario's lanes say is easier to see than to read.
void draw_lanes(const Outcome& outcome, const Launch& ready) {
  const std::string file = outcome.directory + "/lanes.svg";
  write_file(file, lane_graph(read_summary(outcome.directory + "/summary.json")));
  if (ready.settings.text("quiet") == "0") std::cerr << "Wrote " << file << '\n';
}

void show_sites(const Outcome& outcome, const Launch& ready) {
  add_places(outcome.directory);
  if (ready.settings.text("quiet") != "0") return;
  const Summary summary = read_summary(outcome.directory + "/summary.json");
  std::cerr << "\nCalls by place\n" << site_table(summary);
  const std::string note = site_note(summary);
  if (!note.empty()) std::cerr << "  note: " << wrapped(note, 8) << '\n';
}

// A window in seconds, meant in milliseconds.
void warn_of_empty_traces(const Outcome& outcome, const Launch& ready) {
  if (ready.settings.text("trace") == "none") return;
  const SimTime from = parse_window(ready.settings.text("trace-window")).first;
  const std::string beyond = why_beyond_the_end(outcome.directory, from);
  if (beyond.empty()) return;
  std::cerr << "revprof: warning: --trace-window: nothing was traced: " << beyond << '\n';
}

// The program's exit code, or what the check makes of a good one.
int run_and_judge(const Launch& ready, int runs, const RunCheck& check) {
  RunOutcome outcome;
  for (const std::string& word : ready.program) {
    outcome.program += (outcome.program.empty() ? "" : " ") + word;
  }
  outcome.timestamp = utc_timestamp();
  const auto begin = std::chrono::steady_clock::now();
  const Outcome ended = runs > 0 ? launch_repeatedly(ready, runs) : launch(ready);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  outcome.wall_seconds = wall.count();
  if (ended.finished && !ready.settings.text("scenario").empty()) draw_lanes(ended, ready);
  if (ended.finished && ready.settings.text("call-sites") == "1") show_sites(ended, ready);
  if (ended.finished) warn_of_empty_traces(ended, ready);
  outcome.exit_code = ended.exit_code;
  outcome.directory = ended.directory;
  outcome.predicted = ended.finished;
  return check.is_empty() ? outcome.exit_code : judge(check, outcome, ink_of(ready.settings));
}

// Reading the models and looking at the program take as long as each other, so both at once; of two
// errors the settings' is said.
Launch checked_launch(const po::variables_map& chosen, const std::vector<std::string>& program) {
  const Settings settings = chosen_settings(chosen);
  auto check = std::async(std::launch::async, [&settings] { check_settings(settings); });
  std::optional<Launch> ready;
  std::exception_ptr failed;
  try {
    ready = prepare_launch(chosen, program);
  } catch (...) {
    failed = std::current_exception();
  }
  check.get();
  if (failed != nullptr) std::rethrow_exception(failed);
  return *ready;
}

// Ranks to be traced that the run does not have.
void check_traced(const Settings& settings, int processes) {
  for (const auto& [first, last] : parse_ranks(settings.text("trace-processes"))) {
    if (last < processes) continue;
    throw UsageError("--trace-processes: expected ranks from 0 to " +
                     std::to_string(processes - 1) + ", as there are " + std::to_string(processes) +
                     " processes, found " + std::to_string(last));
  }
}

}  // namespace

int run_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  po::options_description options("The run");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P"),
                        "number of processes")(
      "runs", po::value<std::string>()->value_name("N"),
      "with compute=cpu: run the program N times, and once more charged with the medians of its "
      "segments' visits; low and high are their quartiles")("help,h", "this page");
  add_room_option(options);
  options.add(run_check_options()).add(setting_options()).add(host_options());
  const po::variables_map chosen = parse_options("run", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << run_usage << options;
    return 0;
  }
  if (chosen.count("processes") == 0) {
    throw UsageError("run: no number of processes: expected -n P");
  }
  const int processes = positive("-n", chosen["processes"].as<std::string>());
  const RunCheck check = chosen_run_check(chosen);
  const int runs =
      chosen.count("runs") == 0 ? 0 : positive("--runs", chosen["runs"].as<std::string>());
  Launch ready = checked_launch(chosen, line.program);
  if (runs > 0) check_repeated_runs(ready.settings, runs);
  ready.processes = processes;
  const int all_processes = processes_of_all(processes, line.program);
  check_traced(ready.settings, all_processes);
  check_room(chosen, ready, all_processes);
  check_plan(check, ready);
  return run_and_judge(ready, runs, check);
}

}  // namespace revprof

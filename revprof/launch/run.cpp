// SPDX-License-Identifier: BSD-3-Clause
// `revprof run`: predicts one run of a program as it is.
#include <iostream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/launch.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/report/lane_graph.hpp"
#include "revprof/trace/file.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr const char* usage =
    "Usage: revprof run --model FILE -n P [settings] -- PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM, as it is, with P processes on this host and predicts how long it takes on the\n"
    "machine that the model describes. Results go into a new directory (revprof-out); a summary "
    "is\n"
    "printed at the end. The exit code is the program's; 2 where nothing was started.\n\n"
    "Examples:\n"
    "  revprof run --model machine.json -n 16 -- ./a.out 1000\n"
    "      predicts ./a.out with 16 processes; computation costs only what revprof_compute() says\n"
    "  revprof run --model machine.json -n 8 --compute cpu -- lmp -in in.melt\n"
    "      predicts an installed program; computation costs the CPU time it takes here\n"
    "  revprof run --model machine.json -n 4 --compute none --trace none -o fast -- ./a.out\n"
    "      communication alone, without trace files, into the directory fast\n"
    "  revprof run --scenario what-if.json --model machine.json -n 8 -- ./a.out\n"
    "      predicts up to 64 machines and what-ifs at once: a table, and lanes.svg\n"
    "  revprof report revprof-out\n"
    "      then shows the tables and draws the timing diagram\n\n";

// What a scenario's lanes say is easier to see than to read.
void draw_lanes(const Outcome& outcome, const Launch& ready) {
  const std::string file = outcome.directory + "/lanes.svg";
  write_file(file, lane_graph(read_summary(outcome.directory + "/summary.json")));
  if (ready.settings.text("quiet") == "0") std::cerr << "Wrote " << file << '\n';
}

}  // namespace

int run_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  po::options_description options("The run");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P"),
                        "number of processes")("help,h", "this page");
  options.add(setting_options()).add(host_options());
  const po::variables_map chosen = parse_options("run", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << usage << options;
    return 0;
  }
  if (chosen.count("processes") == 0) {
    throw UsageError("run: no number of processes: expected -n P");
  }
  const int processes = positive("-n", chosen["processes"].as<std::string>());
  check_settings(chosen_settings(chosen));
  Launch ready = prepare_launch(chosen, line.program);
  ready.processes = processes;
  const Outcome outcome = launch(ready);
  if (outcome.finished && !ready.settings.text("scenario").empty()) draw_lanes(outcome, ready);
  return outcome.exit_code;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// `revprof compare`: runs a program measured and predicted in turns, and holds the times against
// each other.
#include <filesystem>
#include <iostream>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_model.hpp"
#include "revprof/launch/host/host_room.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/launch.hpp"
#include "revprof/launch/run/run_files.hpp"
#include "revprof/report/check/comparison.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr const char* compare_usage =
    "Usage: revprof compare --model HOST.json -n P [settings] -- PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM with P processes on this host, measured and predicted in turns (--runs of "
    "each),\n"
    "and shows where the prediction for this very host is off: computation, and each MPI call.\n"
    "The model is that of this host, made with as many processes:\n\n"
    "  mpirun -np P characterize -o host.json\n\n"
    "or by --characterize. Computation costs its CPU time (--compute cpu), as it was measured "
    "here.\n"
    "In a measured run revprof only looks at the clock around each call. Times reach from the end\n"
    "of MPI_Init to the beginning of MPI_Finalize. All runs are kept in a new directory\n"
    "(revprof-compare), with what PROGRAM prints; it should not read standard input. Measure on a\n"
    "host with nothing else to do, with no more processes than cores. The exit code is 1 where a\n"
    "run failed, 2 where nothing was started; Ctrl-C stops and shows what is done.\n\n"
    "Examples:\n"
    "  revprof compare --model host.json -n 2 -- ./a.out 1000\n"
    "      five runs of each; the table of parts, and the one that is off most\n"
    "  revprof compare --characterize -n 2 -- lmp -in in.melt\n"
    "      measures this host first, for two minutes; the model is kept with the runs\n"
    "  revprof compare --model host.json -n 2 --runs 15 --json melt.json -- lmp -in in.melt\n"
    "      more runs, for steadier medians, and the figures as JSON\n"
    "  revprof report revprof-compare/predicted1\n"
    "      then shows a predicted run by itself\n\n";

po::options_description compare_options() {
  po::options_description options("The comparison");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P"),
                        "number of processes")(
      "model", po::value<std::string>()->value_name("FILE"),
      "model of this host (JSON); MODEL is another name for REVPROF_MODEL")(
      "characterize", po::bool_switch(), "measure this host first, and use the model of it")(
      "time-budget", po::value<std::string>()->value_name("SECONDS")->default_value("120"),
      "with --characterize: how long to measure")(
      "runs", po::value<std::string>()->value_name("N")->default_value("5"),
      "measured runs, and as many predicted ones; medians count")(
      "json", po::value<std::string>()->value_name("FILE"), "write the comparison there, too")(
      "output,o", po::value<std::string>()->value_name("DIR"),
      "where the runs go; an existing directory is kept and DIR.2, DIR.3, ... is used (default: "
      "revprof-compare)")(
      "compute", po::value<std::string>()->value_name("auto|none|steps|counted|profile|cpu"),
      "what computation between MPI calls costs (default: cpu)")(
      "trace", po::value<std::string>()->value_name("FORMATS"),
      "trace files of the predicted runs (default: none)")("help,h", "this page");
  add_room_option(options);
  return options
      .add(setting_options(
          {"model", "output", "compute", "trace", "quiet", "measure", "output-exists", "visits"}))
      .add(host_options());
}

struct Comparing {
  Launch launch;  // "output" is the directory of all runs
  int runs = 0;
  std::vector<Measured> measured;
  std::vector<Summary> predicted;
  int exit_code = 0, signal_taken = 0;
};

// The directory of the results; empty where there are none.
std::string run_once(Comparing& comparing, const std::string& kind, int number) {
  Launch one = comparing.launch;
  const std::string name = kind + std::to_string(number);
  one.settings.set("output", (fs::path(one.settings.text("output")) / name).string());
  one.settings.set("measure", kind == "measured" ? "1" : "0");
  one.output_file_name = "output";
  const Outcome outcome = launch(one);
  comparing.signal_taken = outcome.signal_taken;
  if (outcome.exit_code == 0 && outcome.finished) return outcome.directory;
  if (outcome.signal_taken == 0) {
    comparing.exit_code = 1;
    std::cerr << "revprof: " << kind << " run " << number << " failed with exit code "
              << outcome.exit_code << (outcome.exit_code == 0 ? ": it left no times" : "") << '\n';
  }
  return "";
}

void run_pair(Comparing& comparing, int number) {
  const std::string measured_in = run_once(comparing, "measured", number);
  if (measured_in.empty()) return;
  const std::string predicted_in = run_once(comparing, "predicted", number);
  if (predicted_in.empty()) return;
  const Measured measured = read_measured((fs::path(measured_in) / "measured.json").string());
  const Summary predicted = read_summary((fs::path(predicted_in) / "summary.json").string());
  std::cerr << "revprof: run " << number << " of " << comparing.runs << ": "
            << time_text(measured.latest_seconds()) << " measured, "
            << time_text(seconds(predicted.predicted(0).predicted)) << " predicted\n";
  comparing.measured.push_back(measured);
  comparing.predicted.push_back(predicted);
}

void run_all(Comparing& comparing) {
  for (int number = 1; number <= comparing.runs; ++number) {
    run_pair(comparing, number);
    if (comparing.signal_taken != 0 || comparing.exit_code != 0) return;
  }
}

void show(const Comparing& comparing, const po::variables_map& chosen) {
  if (comparing.measured.empty()) return;
  Comparison comparison = compare(comparing.measured, comparing.predicted);
  if (comparison.processes > usable_cores()) {
    comparison.notes.push_back(
        "there are fewer cores (" + std::to_string(usable_cores()) +
        ") than processes: the measured runs wait for cores, which no prediction does");
  }
  std::cout << comparison_text(comparison);
  if (chosen.count("json") != 0) {
    const std::string file = chosen["json"].as<std::string>();
    write_file(file, to_json(comparison));
    std::cout << "Wrote " << file << '\n';
  }
}

double seconds_of(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(seconds >= 1 && seconds < 1e6)) {
    throw UsageError("--time-budget: expected at least 1 second, found \"" + text + "\"");
  }
  return seconds;
}

// Everything that can be wrong is said before anything is started.
Comparing prepare(const po::variables_map& chosen, const std::vector<std::string>& program) {
  if (chosen.count("processes") == 0) {
    throw UsageError("compare: no number of processes: expected -n P");
  }
  const int processes = positive("-n", chosen["processes"].as<std::string>());
  Comparing comparing;
  comparing.runs = positive("--runs", chosen["runs"].as<std::string>());
  Settings settings = chosen_settings(chosen);
  settings.set("measure", "0");
  set_default(settings, chosen, "compute", "cpu");
  set_default(settings, chosen, "trace", "none");
  set_default(settings, chosen, "output", "revprof-compare");
  settings.set("quiet", "1");

  const bool characterize = chosen["characterize"].as<bool>();
  const bool has_model = !settings.text("model").empty() || !settings.text("scenario").empty();
  if (characterize && has_model) {
    throw UsageError(
        "compare: --characterize makes a model: leave out --model, MODEL and --scenario");
  }
  if (!characterize && !has_model) {
    throw UsageError("compare: no model of this host: expected --model FILE, made by `mpirun -np " +
                     std::to_string(processes) +
                     " characterize -o host.json`, or --characterize, which does that first");
  }
  comparing.launch = prepare_launch(chosen, program);
  if (chosen.count("json") != 0) {
    const std::string json = chosen["json"].as<std::string>();
    expect_place_for_file("compare: --json", json);
    expect_run_kept("compare", comparing.launch.program[0], settings, json);
  }
  check_room(chosen, comparing.launch, processes_of_all(processes, program));
  comparing.launch.settings = settings;
  comparing.launch.processes = processes;
  if (characterize) {
    seconds_of(chosen["time-budget"].as<std::string>());
    find_characterize(*comparing.launch.mpi);
    settings.set("measure", "1");  // all but the model, which does not exist yet
  }
  check_settings(settings);
  return comparing;
}

// False where it was stopped or failed.
bool make_model(Comparing& comparing, const po::variables_map& chosen) {
  const double seconds = seconds_of(chosen["time-budget"].as<std::string>());
  const std::string& directory = comparing.launch.settings.text("output");
  const std::string model = (fs::path(directory) / "host.json").string();
  const Ended ended = characterize_host(comparing.launch, model, seconds);
  comparing.signal_taken = ended.signal_taken;
  if (ended.signal_taken != 0) return false;
  if (ended.exit_code != 0 || !fs::exists(model)) {
    std::cerr << "revprof: characterize failed with exit code " << ended.exit_code
              << " and made no model\n";
    comparing.exit_code = 1;
    return false;
  }
  std::cerr << "revprof: the model of this host is " << model << " (--model, next time)\n";
  comparing.launch.settings.set("model", model);
  return true;
}

}  // namespace

int compare_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  const po::options_description options = compare_options();
  const po::variables_map chosen = parse_options("compare", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << compare_usage << options;
    return 0;
  }
  Comparing comparing = prepare(chosen, line.program);
  Settings& settings = comparing.launch.settings;
  settings.set("output", make_run_directory(settings.text("output")));
  if (!chosen["characterize"].as<bool>() || make_model(comparing, chosen)) run_all(comparing);
  show(comparing, chosen);
  return comparing.signal_taken != 0 ? 128 + comparing.signal_taken : comparing.exit_code;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// `revprof sweep`: one run for each number of processes and model, then the scalability graph.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/launch.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/process_counts.hpp"
#include "revprof/launch/shipped_models.hpp"
#include "revprof/report/quantity.hpp"
#include "revprof/report/scalability.hpp"
#include "revprof/trace/run_directory.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr const char* usage =
    "Usage: revprof sweep --model FILE [--model FILE ...] -n P,P,... [settings]\n"
    "                     -- PROGRAM [ARGUMENTS]\n\n"
    "Predicts PROGRAM with each number of processes and shows how it scales: a table, sweep.csv,\n"
    "sweep.svg, sweep.tex and, where LaTeX is installed, sweep.pdf, in a new directory\n"
    "(revprof-sweep) that also keeps every run (p1, p2, ...). {processes} in the arguments "
    "becomes\n"
    "the number of processes. A run that fails is reported and the others go on; the exit code is\n"
    "then 1. Ctrl-C stops and shows what is done. Speed-ups are relative to the fewest "
    "processes.\n\n"
    "Examples:\n"
    "  revprof sweep --model machine.json -n 1,2,4,8,16 -- ./a.out 1000\n"
    "      strong scaling of ./a.out\n"
    "  revprof sweep --model a.json --model b.json -n 2,4,8 -o two -- ./a.out {processes}000\n"
    "      weak scaling on two machines, into the directory two\n"
    "  revprof sweep --scenario whatif.json -n 1,2,4 -- ./a.out\n"
    "      one curve for each lane of the scenario\n\n";

// One machine's part of the sweep.
struct Part {
  std::string model;      // the file; empty: the scenario names them
  std::string name;       // its curves' name; empty: the lanes' own
  std::string directory;  // its runs' directories are in there
  std::vector<ScalabilityRow> rows;
};

// With several models the lanes mean, low and high are named after the machine.
std::string curve_name(const std::string& machine, const std::string& lane) {
  if (machine.empty()) return lane;
  return lane == "mean" ? machine : machine + " " + lane;
}

ScalabilityRow read_row(const std::string& run, const Part& part, std::string& machine) {
  const Summary summary = read_summary((fs::path(run) / "summary.json").string());
  machine = summary.machine;
  ScalabilityRow row;
  row.processes = summary.processes;
  for (std::size_t lane = 0; lane < summary.lane_names.size(); ++lane) {
    const LaneTimes& times = summary.predicted(static_cast<int>(lane));
    row.lane_seconds.emplace_back(curve_name(part.name, summary.lane_names[lane]),
                                  static_cast<double>(times.predicted) * 1e-12);
  }
  return row;
}

std::vector<std::string> chosen_models(const po::variables_map& chosen, const Settings& settings) {
  if (chosen.count("model") == 0) return {settings.text("model")};
  std::vector<std::string> models;
  for (const std::string& name : chosen["model"].as<std::vector<std::string>>()) {
    models.push_back(model_path(name));
  }
  return models;
}

std::vector<Part> make_parts(const std::vector<std::string>& models, const std::string& directory) {
  if (models.size() == 1) return {{models[0], "", directory, {}}};
  std::vector<Part> parts;
  for (const std::string& model : models) {
    const std::string name = fs::path(model).stem().string();
    for (const Part& other : parts) {
      if (other.name == name) throw UsageError("sweep: two models are named " + name);
    }
    parts.push_back({model, name, (fs::path(directory) / name).string(), {}});
  }
  return parts;
}

struct Sweep {
  Launch launch;                     // all that the runs share
  std::vector<std::string> program;  // with {processes} still in it
  std::vector<int> processes;
  std::string machine;  // of the runs that ended
  int failures = 0, signal_taken = 0;
};

void run_once(Sweep& sweep, Part& part, int processes) {
  Launch one = sweep.launch;
  one.processes = processes;
  one.program = with_processes(sweep.program, processes);
  one.settings.set("model", part.model);
  one.settings.set("output",
                   (fs::path(part.directory) / ("p" + std::to_string(processes))).string());
  const std::string label = (part.name.empty() ? "" : part.name + ", ") +
                            std::to_string(processes) +
                            (processes == 1 ? " process: " : " processes: ");
  const Outcome outcome = launch(one);
  sweep.signal_taken = outcome.signal_taken;
  if (outcome.exit_code != 0) {
    ++sweep.failures;
    std::cerr << "revprof: " << label << "failed with exit code " << outcome.exit_code << '\n';
    return;
  }
  const ScalabilityRow row = read_row(outcome.directory, part, sweep.machine);
  std::cerr << "revprof: " << label << time_text(row.lane_seconds[0].second) << " predicted\n";
  part.rows.push_back(row);
}

void run_all(Sweep& sweep, std::vector<Part>& parts) {
  for (Part& part : parts) {
    for (const int processes : sweep.processes) {
      run_once(sweep, part, processes);
      if (sweep.signal_taken != 0) return;
    }
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

void show(const Sweep& sweep, const std::vector<Part>& parts, const std::string& title,
          const std::string& directory) {
  ScalabilityGraph graph;
  graph.title = title;
  for (const Part& part : parts) {
    if (part.rows.empty()) continue;
    const auto curves = scalability_series(part.rows);
    graph.series.insert(graph.series.end(), curves.begin(), curves.end());
  }
  graph.subtitle = parts.size() == 1 ? sweep.machine : "";
  if (graph.series.empty()) return;
  std::cout << scalability_table(graph);
  for (const std::string& file :
       write_scalability(graph, (fs::path(directory) / "sweep").string())) {
    std::cout << "Wrote " << file << '\n';
  }
}

po::options_description sweep_options() {
  po::options_description options("The sweep");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P,P,..."),
                        "numbers of processes")(
      "model", po::value<std::vector<std::string>>()->value_name("FILE"),
      "machine model (JSON); again for each further machine")(
      "output,o", po::value<std::string>()->value_name("DIR"),
      "where the results go; an existing directory is kept and DIR.2, DIR.3, ... is used (default: "
      "revprof-sweep)")("help,h", "this page");
  return options.add(setting_options({"model", "output", "measure", "output-exists"}))
      .add(host_options());
}

// Refuses bad input before the first run, and a program that exists only for some of them.
Sweep prepare(const po::variables_map& chosen, const std::vector<std::string>& program,
              const std::vector<std::string>& models) {
  Sweep sweep;
  sweep.processes = read_process_counts(chosen["processes"].as<std::string>());
  Settings settings = chosen_settings(chosen);
  for (const std::string& model : models) {
    settings.set("model", model);
    check_settings(settings);
  }
  for (const int processes : sweep.processes) {
    sweep.launch = prepare_launch(chosen, with_processes(program, processes));
  }
  sweep.program = program;
  if (program[0].find("{processes}") == std::string::npos) {
    sweep.program[0] = sweep.launch.program[0];
  }
  set_default(sweep.launch.settings, chosen, "quiet", "1");  // the table says it all
  sweep.launch.settings.set("measure", "0");
  return sweep;
}

std::string wanted_directory(const po::variables_map& chosen) {
  if (chosen.count("output") != 0) return chosen["output"].as<std::string>();
  const char* environment = std::getenv("REVPROF_OUTPUT");
  return environment == nullptr ? "revprof-sweep" : environment;
}

}  // namespace

int sweep_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  const po::options_description options = sweep_options();
  const po::variables_map chosen = parse_options("sweep", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << usage << options;
    return 0;
  }
  if (chosen.count("processes") == 0) {
    throw UsageError("sweep: no numbers of processes: expected -n P,P,...");
  }
  const std::vector<std::string> models = chosen_models(chosen, chosen_settings(chosen));
  Sweep sweep = prepare(chosen, line.program, models);
  std::vector<Part> parts = make_parts(models, "");
  const std::string directory = make_run_directory(wanted_directory(chosen));
  parts = make_parts(models, directory);
  run_all(sweep, parts);
  show(sweep, parts, joined(line.program), directory);
  if (sweep.signal_taken != 0) return 128 + sweep.signal_taken;
  if (sweep.failures == 0) return 0;
  std::cerr << "revprof: " << sweep.failures << " of " << sweep.processes.size() * parts.size()
            << " runs failed\n";
  return 1;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// `revprof sweep`: one run for each number of processes, combination of arguments and model, then
// tables, graph and page.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include "fit/datasheet/datasheet.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_room.hpp"
#include "revprof/launch/model/pdf.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/run/launch.hpp"
#include "revprof/launch/run/run_files.hpp"
#include "revprof/launch/run/sweep_options.hpp"
#include "revprof/launch/run/sweep_plan.hpp"
#include "revprof/launch/run/sweep_progress.hpp"
#include "revprof/launch/run/sweep_record.hpp"
#include "revprof/report/sweep/sweep_page.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/summary_text.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr const char* output_file = "output";  // of a run, in its directory

struct Sweep {
  Launch launch;  // all that the runs share
  SweepPlan plan;
  bool force = false, quiet = false;
  std::map<std::string, std::string> programs;  // found, by the word for it
  std::map<std::string, std::string> machines;  // of the runs that ended, by model
  std::vector<SweepRun> runs;
  std::string note;  // why no run computes; empty: one does
  bool computes = false;
  std::size_t failures = 0;
  int signal_taken = 0;
};

// With several curves the lanes mean, low and high are named after the curve.
std::string lane_name(const std::string& curve, const SummaryLane& lane) {
  if (curve.empty()) return lane.name;
  return lane.name == "mean" ? curve : curve + " " + lane.name;
}

ScalabilityRow row_of(const Summary& summary, const std::string& curve, const PlannedRun& run,
                      bool over_processes) {
  ScalabilityRow row;
  row.processes = summary.processes;
  row.extrapolated = summary.trust.extrapolated;
  if (!over_processes) {
    row.argument = run.position;
    row.label = run.position_label;
  }
  for (std::size_t lane = 0; lane < summary.lanes.size(); ++lane) {
    const SummaryLane& what = summary.lanes[lane];
    const LaneTimes& times = summary.predicted(static_cast<int>(lane));
    row.lanes.push_back({lane_name(curve, what), seconds(times.predicted), what.estimate,
                         what.of.empty() ? "" : lane_name(curve, {what.of})});
  }
  return row;
}

bool has_computed(const Summary& summary) {
  return std::any_of(summary.times.begin(), summary.times.end(),
                     [](const auto& lanes) { return lanes[0].compute > 0; });
}

Launch launch_of(const Sweep& sweep, const PlannedRun& run) {
  Launch one = sweep.launch;
  one.processes = run.processes;
  one.program = run.program;
  one.path = sweep.programs.at(run.program[0]);
  one.output_file_name = output_file;
  one.leaves_nothing_when_stopped = true;  // it is made again
  one.settings.set("model", run.model);
  return one;
}

// The results of an earlier sweep, where they can still be read.
std::optional<Summary> known_results(const SweepRecord& record, const std::string& key,
                                     std::string& directory) {
  const auto results = record.results(key);
  if (!results) return std::nullopt;
  try {
    const Summary summary = read_summary((fs::path(*results) / "summary.json").string());
    directory = *results;
    return summary;
  } catch (const FileError&) {
    return std::nullopt;
  }
}

std::string failure_text(const Outcome& outcome) {
  std::string text = outcome.exit_code == 0
                         ? "left no prediction"
                         : "failed with exit code " + std::to_string(outcome.exit_code);
  if (!outcome.directory.empty() && fs::exists(fs::path(outcome.directory) / output_file)) {
    text += " (it printed " + (fs::path(outcome.directory) / output_file).string() + ")";
  }
  return text;
}

// What becomes of one run; nothing where it failed or was stopped.
std::optional<Summary> run_once(Sweep& sweep, const PlannedRun& run, SweepRecord& record,
                                SweepProgress& progress) {
  Launch one = launch_of(sweep, run);
  const std::string key = run_key(one);
  SweepRun shown = {run.label, "", ""};
  std::optional<Summary> summary;
  progress.begins(run.label);
  if (!sweep.force) summary = known_results(record, key, shown.directory);
  const bool known = summary.has_value();
  if (!known) {
    one.settings.set("output", (fs::path(record.directory()) / run.directory).string());
    const Outcome outcome = launch(one);
    sweep.signal_taken = outcome.signal_taken;
    shown.directory = outcome.directory;
    if (outcome.signal_taken != 0) {
      progress.failed(run.label, "stopped");
      return std::nullopt;
    }
    if (outcome.exit_code != 0 || !outcome.finished) {
      ++sweep.failures;
      shown.predicted = failure_text(outcome);
      progress.failed(run.label, shown.predicted);
    } else {
      summary = read_summary((fs::path(outcome.directory) / "summary.json").string());
      record.add(key, outcome.directory);
    }
  }
  if (summary) {
    shown.predicted = time_text(seconds(summary->predicted(0).predicted));
    progress.ended(run.label, shown.predicted + (known ? " predicted before" : " predicted"));
    sweep.machines[run.model] = summary->machine;
  }
  if (!shown.directory.empty()) {
    shown.directory = fs::relative(shown.directory, record.directory()).string();
  }
  sweep.runs.push_back(std::move(shown));
  return summary;
}

std::vector<SweepCurve> run_all(Sweep& sweep, SweepRecord& record) {
  SweepProgress progress(sweep.plan.runs(), sweep.quiet);
  std::vector<SweepCurve> curves;
  for (const PlannedCurve& planned : sweep.plan.curves) {
    SweepCurve curve = {planned.name, {}, {}};
    for (const PlannedRun& run : planned.runs) {
      const std::optional<Summary> summary = run_once(sweep, run, record, progress);
      if (sweep.signal_taken != 0) break;
      if (!summary) continue;
      curve.rows.push_back(row_of(*summary, curve.name, run, sweep.plan.over_processes()));
      curve.parts.push_back(run_cost(*summary));
      sweep.computes = sweep.computes || has_computed(*summary);
      sweep.note = sweep.computes ? "" : computation_note(*summary);
    }
    if (!curve.rows.empty()) curves.push_back(std::move(curve));
    if (sweep.signal_taken != 0) break;
  }
  return curves;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string subtitle_of(const Sweep& sweep) {
  std::string text = sweep.machines.size() == 1 ? sweep.machines.begin()->second : "";
  if (!sweep.plan.over_processes()) {
    const int processes = sweep.plan.curves.front().runs.front().processes;
    text += (text.empty() ? "" : ", ") + std::to_string(processes) +
            (processes == 1 ? " process" : " processes");
  }
  return text;
}

// The SVG shows the same; the .tex waits for a host that has LaTeX.
std::string pdf_where_there_is_latex(const std::string& tex) {
  try {
    return pdf_or_warning(tex);
  } catch (const PdflatexMissing&) {
    return "";
  }
}

void show(const Sweep& sweep, std::vector<SweepCurve> curves, const std::string& title,
          const std::string& directory, Scaling scaling) {
  if (curves.empty()) return;
  ScalabilityGraph graph;
  graph.title = title;
  graph.subtitle = subtitle_of(sweep);
  graph.axis = sweep.plan.axis;
  graph.scaling = sweep.plan.over_processes() ? scaling : Scaling::none;
  SweepPage page = sweep_page(std::move(graph), std::move(curves), sweep.runs);
  page.note = sweep.note;
  std::cout << sweep_text(page);
  const std::string stem = (fs::path(directory) / "sweep").string();
  std::vector<std::string> files = write_sweep(page, stem);
  const std::string pdf = pdf_where_there_is_latex(stem + ".tex");
  if (!pdf.empty()) files.push_back(pdf);
  for (const std::string& file : files) {
    if (!sweep.quiet) std::cout << "Wrote " << file << '\n';
  }
}

// Refuses bad input before the first run, and a program that exists only for some of them.
Sweep prepare(const po::variables_map& chosen, const SweepRange& range) {
  Sweep sweep;
  Settings settings = chosen_settings(chosen);
  for (const std::string& model : range.models) {
    settings.set("model", model);
    check_settings(settings);
  }
  sweep.plan = plan_sweep(range);
  int most_processes = 0;
  for (const PlannedCurve& curve : sweep.plan.curves) {
    for (const PlannedRun& run : curve.runs) {
      most_processes = std::max(most_processes, processes_of_all(run.processes, run.program));
      if (!run.program.empty() && sweep.programs.count(run.program[0]) != 0) continue;
      sweep.launch = prepare_launch(chosen, run.program);
      sweep.programs[run.program[0]] = sweep.launch.path;
    }
  }
  check_room(chosen, sweep.launch, most_processes);
  sweep.force = chosen["force"].as<bool>();
  sweep.quiet = sweep.launch.settings.text("quiet") == "1";
  sweep.launch.settings.set("quiet", "1");  // the table says it all
  sweep.launch.settings.set("measure", "0");
  return sweep;
}

}  // namespace

int sweep_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  const po::options_description options = sweep_options();
  const po::variables_map chosen = parse_options("sweep", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << sweep_usage() << options;
    return 0;
  }
  const SweepRange range = chosen_range(chosen, line.program);
  Sweep sweep = prepare(chosen, range);
  SweepRecord record(sweep_directory(chosen), range.program);
  std::vector<SweepCurve> curves = run_all(sweep, record);
  show(sweep, std::move(curves), joined(range.program), record.directory(),
       range.weak ? Scaling::weak : Scaling::strong);
  if (sweep.signal_taken != 0) {
    std::cerr << "revprof: stopped; the same command goes on from here\n";
    return 128 + sweep.signal_taken;
  }
  if (sweep.failures == 0) return 0;
  std::cerr << "revprof: " << sweep.failures << " of " << sweep.plan.runs() << " runs failed\n";
  return 1;
}

}  // namespace revprof

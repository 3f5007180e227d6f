// SPDX-License-Identifier: BSD-3-Clause
// `revprof report`: what can be said of a run from its directory.
#include "revprof/report/html/report.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/conversions.hpp"
#include "revprof/report/svg/timing_diagram.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/plain/selection.hpp"
#include "revprof/trace/results/run_directory.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr const char* report_usage =
    "Usage: revprof report DIR [options]\n\n"
    "Prints the summary and the tables of a run (per process, per call, messages) and draws its\n"
    "timing diagram. Also works for a run that was interrupted: then from its traces alone.\n\n"
    "Examples:\n"
    "  revprof report revprof-out\n"
    "      prints the tables and writes revprof-out/timing_diagram.svg\n"
    "  revprof report revprof-out --from 1ms --to 2ms\n"
    "      draws the second millisecond of predicted time only\n"
    "  revprof report revprof-out --svg stencil.svg\n"
    "      writes the diagram to stencil.svg\n"
    "  revprof report revprof-out --html\n"
    "      writes revprof-out/report.html, one file to open in a browser: all tables, graphs, and\n"
    "      a timing diagram to zoom into; --html=FILE writes it elsewhere\n\n";

void check_window(const ReportOptions& options) {
  if (options.to_seconds <= options.from_seconds) {
    throw UsageError("report: --from and --to: expected 0 <= from < to");
  }
}

double chosen_time(const po::variables_map& chosen, const char* option, double otherwise) {
  if (chosen.count(option) == 0) return otherwise;
  try {
    return seconds(parse_time(chosen[option].as<std::string>()));
  } catch (const std::runtime_error& error) {
    throw UsageError(std::string("report: --") + option + ": " + error.what());
  }
}

void draw_diagram(const std::string& directory, const std::string& file,
                  const ReportOptions& window) {
  TimingDiagramOptions options;
  options.from_seconds = window.from_seconds;
  options.to_seconds = window.to_seconds;
  const std::filesystem::path summary_file = std::filesystem::path(directory) / "summary.json";
  if (std::filesystem::exists(summary_file)) {
    const Summary summary = read_summary(summary_file.string());
    options.machine = summary.machine;
    options.predicted_seconds = seconds(summary.predicted(0).predicted);
  }
  const std::vector<Trace> traces = read_plain_traces(directory);
  if (traces.empty()) throw std::runtime_error(directory + ": holds no traces to draw");
  write_file(file, timing_diagram(traces, options));
}

}  // namespace

int report_command(const std::vector<std::string>& words) {
  ReportOptions wanted;
  po::options_description options("Options");
  options.add_options()("svg", po::value<std::string>()->value_name("FILE"),
                        "write the timing diagram there (default: DIR/timing_diagram.svg)")(
      "html", po::value<std::string>()->implicit_value("")->value_name("[=FILE]"),
      "write everything as one HTML page (default: DIR/report.html)")(
      "no-diagram", po::bool_switch(), "draw no SVG")(
      "from", po::value<std::string>()->value_name("TIME"),
      "predicted time at which the diagram begins, such as 0.001 (seconds) or 150us (default: 0)")(
      "to", po::value<std::string>()->value_name("TIME"),
      "predicted time at which it ends (default: the end)")("help,h", "this page");
  po::options_description all;
  all.add(options).add_options()("directory", po::value<std::string>());
  po::positional_options_description positional;
  positional.add("directory", 1);
  po::variables_map chosen = parse_options("report", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << report_usage << options;
    return 0;
  }
  po::notify(chosen);
  if (chosen.count("directory") == 0) throw UsageError("report: expected the directory of a run");
  wanted.from_seconds = chosen_time(chosen, "from", wanted.from_seconds);
  wanted.to_seconds = chosen_time(chosen, "to", wanted.to_seconds);
  check_window(wanted);
  wanted.diagram = !chosen["no-diagram"].as<bool>();
  wanted.ink = Ink(takes_colours(STDOUT_FILENO));
  const std::string directory = chosen["directory"].as<std::string>();
  const std::string beyond = why_beyond_the_end(directory, from_seconds(wanted.from_seconds));
  if (!beyond.empty()) throw UsageError("report: --from: " + beyond);
  const bool elsewhere = chosen.count("svg") != 0;
  if (elsewhere) wanted.diagram = false;
  if (chosen.count("html") != 0) {
    wanted.html = chosen["html"].as<std::string>();
    if (wanted.html.empty()) wanted.html = directory + "/report.html";
  }

  std::vector<std::string> written;
  if (elsewhere) written.push_back(chosen["svg"].as<std::string>());
  if (!wanted.html.empty()) written.push_back(wanted.html);
  expect_inputs_kept("report", files_of_run(directory), written);
  try {
    add_places(directory);
  } catch (const std::runtime_error& error) {  // they are shown as addresses then
    std::cerr << "revprof: " << error.what() << '\n';
  }
  Report report = report_directory(directory, wanted);
  if (elsewhere) {
    const std::string file = chosen["svg"].as<std::string>();
    draw_diagram(directory, file, wanted);
    report.files.push_back(file);
  }
  std::cout << report.text;
  for (const std::string& note : report.notes) std::cerr << "revprof: " << note << '\n';
  for (const std::string& file : report.files) std::cout << "Wrote " << file << '\n';
  return 0;
}

}  // namespace revprof

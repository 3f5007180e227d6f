// SPDX-License-Identifier: BSD-3-Clause
// Puts together what a run's directory holds.
#include "revprof/report/html/report.hpp"

#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "fit/file/whole_file.hpp"
#include "revprof/report/html/html_report.hpp"
#include "revprof/report/svg/lane_graph.hpp"
#include "revprof/report/svg/timing_diagram.hpp"
#include "revprof/report/text/call_table.hpp"
#include "revprof/report/text/path_text.hpp"
#include "revprof/report/text/segment_table.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/report/text/summary_text.hpp"
#include "revprof/report/text/tables.hpp"
#include "revprof/report/text/text_table.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

constexpr std::size_t every_call = 10000;

std::optional<Summary> summary_in(const std::string& directory) {
  const std::string path = directory + "/summary.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  return read_summary(path);
}

std::vector<Trace> traces_in(const std::string& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".trace") return read_plain_traces(directory);
  }
  return {};
}

std::string section(const std::string& head, const std::string& table) {
  return table.empty() ? "" : "\n" + head + "\n" + table;
}

std::string summarised(const Summary& summary, const Ink& ink) {
  std::string text = summary_text(summary, ink) +
                     section("Time per process", process_table(process_times(summary)));
  if (lists_every_call(summary)) return text;
  return text + section("Every call, all processes together", call_table(summary, every_call));
}

std::string traced(const std::vector<Trace>& traces) {
  return shortened("revprof: " + traces.front().program, page_columns) + "\n" +
         section("Time per process, as far as it was traced",
                 process_table(process_times(traces))) +
         section("Every call, all processes together", traced_call_table(traces));
}

std::vector<std::string> notes_on(const std::vector<Trace>& traces) {
  std::vector<std::string> notes;
  for (const Trace& trace : traces) {
    const std::string name = "p" + std::to_string(trace.rank) + ".trace";
    if (!trace.complete)
      notes.push_back(name + " is cut short: the process did not end in MPI_Finalize");
    if (trace.left_out > 0) {
      notes.push_back(name + " leaves out " + std::to_string(trace.left_out) +
                      " later events (beyond REVPROF_TRACE_LIMIT, or the disk was full)");
    }
  }
  return notes;
}

TimingDiagramOptions diagram_options(const ReportOptions& options,
                                     const std::optional<Summary>& summary) {
  TimingDiagramOptions diagram;
  diagram.from_seconds = options.from_seconds;
  diagram.to_seconds = options.to_seconds;
  if (summary) {
    diagram.machine = summary->machine;
    diagram.predicted_seconds = seconds(summary->predicted(0).predicted);
  }
  return diagram;
}

// In picoseconds; 0: to the end.
PackOptions pack_options(const ReportOptions& options) {
  const auto time = [](double seconds) {
    return seconds < 9e6 ? from_seconds(seconds) : SimTime{0};
  };
  PackOptions pack;
  pack.from = time(options.from_seconds);
  pack.to = time(options.to_seconds);
  return pack;
}

// Nobody has asked for it there: the directory may be another user's.
void add_file(Report& report, const std::string& file, const std::string& text) {
  try {
    write_file(file, text);
    report.files.push_back(file);
  } catch (const FileError& error) {
    report.notes.push_back(std::string("warning: not written: ") + error.what());
  }
}

}  // namespace

Report report_directory(const std::string& directory, const ReportOptions& options) {
  if (!std::filesystem::is_directory(directory)) {
    throw std::runtime_error(directory + ": expected the directory of a run");
  }
  if (!(options.from_seconds < options.to_seconds)) {
    throw std::runtime_error("the diagram's window: expected its begin before its end");
  }
  const std::optional<Summary> summary = summary_in(directory);
  const std::vector<Trace> traces = traces_in(directory);
  if (!summary && traces.empty()) {
    throw std::runtime_error(directory + ": expected summary.json or p<rank>.trace, found neither");
  }

  Report report;
  report.text = summary ? summarised(*summary, options.ink) : traced(traces);
  if (summary && !summary->sites.empty()) {
    report.text += section("Calls by place", site_table(*summary));
    const std::string note = site_note(*summary);
    if (!note.empty()) report.notes.push_back(note);
  }
  if (summary) {
    report.text += section("Computation by segment", segment_table(*summary));
    report.text += section("Regions (of all processes together)", region_table(*summary));
  }
  report.text += section("Messages", message_table(traces));
  std::optional<CriticalPath> path;
  if (std::filesystem::exists(directory + "/path.json")) {
    path = critical_path_in(directory);
    report.text += section("Critical path", path_text(*path));
  }
  if (!summary) {
    report.notes.push_back("no summary.json: the run did not end, shown is what was traced");
  }
  for (std::string& note : notes_on(traces)) report.notes.push_back(std::move(note));
  if (options.diagram && summary && !has_default_lanes(*summary)) {
    add_file(report, directory + "/lanes.svg", lane_graph(*summary));
  }
  if (options.diagram && !traces.empty()) {
    add_file(report, directory + "/timing_diagram.svg",
             timing_diagram(traces, diagram_options(options, summary)));
  }
  if (!options.html.empty()) {
    report.files.push_back(options.html);
    write_file(options.html,
               html_report({summary, traces, path, report.notes, pack_options(options)}));
  }
  return report;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Looks the machine up, then converts.
#include "revprof/launch/run/conversions.hpp"

#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "fit/model/model_json.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

Target target_of(const std::string& directory, const std::string& model) {
  Target target;
  std::string path = model;
  const fs::path summary_file = fs::path(directory) / "summary.json";
  if (fs::exists(summary_file)) {
    const Summary summary = read_summary(summary_file.string());
    target.machine = summary.machine;
    path = summary.model;
  }
  if (path.empty() || !fs::is_regular_file(path)) return target;
  try {
    const auto machine = read_model(path).machine;
    if (target.machine.empty()) target.machine = machine.name;
    target.ranks_per_node = machine.ranks_per_node;
  } catch (const std::runtime_error&) {
    // The model has been changed since; the traces do without its nodes.
  }
  return target;
}

std::string why_beyond_the_end(const std::string& directory, SimTime from) {
  const fs::path summary_file = fs::path(directory) / "summary.json";
  if (from == 0 || !fs::exists(summary_file)) return "";
  const SimTime end = read_summary(summary_file.string()).predicted(0).predicted;
  if (from <= end) return "";
  return "expected a time within the run, which ends at " + time_text(seconds(end)) + ", found " +
         time_text(seconds(from)) + " (numbers without a unit are seconds)";
}

RunTraces traces_of(const std::string& directory, const Selection& selection) {
  RunTraces traces = find_traces(directory, selection);
  const auto places = std::make_shared<SourcePlaces>();
  traces.places = [places](const std::string& module, std::int64_t offset) {
    return site_name(module, offset, places->at(module, offset));
  };
  return traces;
}

void convert_all(const std::string& directory, const std::string& model,
                 const std::vector<std::string>& formats, bool quiet) {
  for (const std::string& format : formats) {
    try {
      const RunTraces traces = traces_of(directory, {});
      const std::string made =
          convert(traces, target_of(directory, model), format, default_output(directory, format));
      if (!quiet) std::cerr << "Trace: " << made << '\n';
    } catch (const std::exception& error) {
      std::cerr << "revprof: no trace for " << format << ": " << error.what() << '\n';
    }
  }
}

}  // namespace revprof

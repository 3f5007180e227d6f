// SPDX-License-Identifier: BSD-3-Clause
// The lanes of one run as a table.
#include <cstdio>
#include <set>

#include "revprof/report/lane_graph.hpp"
#include "revprof/report/quantity.hpp"
#include "revprof/report/text_table.hpp"

namespace revprof {

namespace {

std::string change_text(SimTime time, SimTime first) {
  if (first <= 0) return "";
  const double change = static_cast<double>(time - first) / static_cast<double>(first);
  char text[32];
  std::snprintf(text, sizeof text, "%+.1f %%", 100 * change);
  return text;
}

}  // namespace

bool has_default_lanes(const Summary& summary) {
  const std::set<std::string> names(summary.lane_names.begin(), summary.lane_names.end());
  return summary.lane_names.front() == "mean" &&
         (names == std::set<std::string>{"mean", "low", "high", "equation"} ||
          names == std::set<std::string>{"mean", "low", "high"} ||
          names == std::set<std::string>{"mean"});
}

std::string lane_table(const Summary& summary) {
  TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"lane", "predicted", "change", "compute", "communication", "waiting"});
  const SimTime first = summary.predicted(0).predicted;
  for (std::size_t lane = 0; lane < summary.lane_names.size(); ++lane) {
    const LaneTimes& times = summary.predicted(static_cast<int>(lane));
    table.add({summary.lane_names[lane], time_text(seconds(times.predicted)),
               lane == 0 ? "" : change_text(times.predicted, first),
               time_text(seconds(times.compute)), time_text(seconds(times.communication)),
               time_text(seconds(times.waiting))});
  }
  return table.text(2, page_columns);
}

}  // namespace revprof

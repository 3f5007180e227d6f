// SPDX-License-Identifier: BSD-3-Clause
// The lanes of one run as a table.
#include <algorithm>
#include <cstdio>

#include "revprof/report/svg/lane_graph.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

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
  // A scenario's lanes are a table: their names tell what its author compares.
  const auto is_default = [&](const SummaryLane& lane) {
    const bool first = &lane == &summary.lanes.front();
    return lane.name == lane.estimate && lane.of == (first ? "" : summary.lanes.front().name);
  };
  return std::all_of(summary.lanes.begin(), summary.lanes.end(), is_default);
}

std::string lane_table(const Summary& summary) {
  TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"lane", "predicted", "change", "compute", "communication", "waiting"});
  const SimTime first = summary.predicted(0).predicted;
  for (std::size_t lane = 0; lane < summary.lanes.size(); ++lane) {
    const LaneTimes& times = summary.predicted(static_cast<int>(lane));
    table.add({summary.lanes[lane].name, time_text(seconds(times.predicted)),
               lane == 0 ? "" : change_text(times.predicted, first),
               time_text(seconds(times.compute)), time_text(seconds(times.communication)),
               time_text(seconds(times.waiting))});
  }
  return table.text(2, page_columns);
}

}  // namespace revprof

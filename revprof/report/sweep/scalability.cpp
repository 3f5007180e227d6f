// SPDX-License-Identifier: BSD-3-Clause
// Makes curves of a sweep's lanes, and their table.
#include "revprof/report/sweep/scalability.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

using Lanes = std::vector<std::string>;

Lanes names_of(const ScalabilityRow& row) {
  Lanes names;
  for (const ScalabilityLane& lane : row.lanes) names.push_back(lane.name);
  return names;
}

std::pair<int, double> place(const ScalabilityRow& row) { return {row.processes, row.argument}; }

void check(const std::vector<ScalabilityRow>& rows) {
  if (rows.empty() || rows.front().lanes.empty()) {
    throw std::runtime_error("scalability: expected at least one run with one lane");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string run =
        "scalability: the run of " + std::to_string(rows[i].processes) + " processes";
    if (names_of(rows[i]) != names_of(rows.front())) {
      throw std::runtime_error(run + ": expected the same lanes as in the other runs");
    }
    if (i > 0 && place(rows[i]) == place(rows[i - 1])) {
      throw std::runtime_error(run + " is there twice");
    }
  }
}

double seconds_of(const ScalabilityRow& row, const std::string& name) {
  const auto found =
      std::find_if(row.lanes.begin(), row.lanes.end(),
                   [&name](const ScalabilityLane& lane) { return lane.name == name; });
  return found->seconds;
}

// The names of a lane's low and high; none where it has not both.
Lanes band_of(const ScalabilityRow& row, const std::string& name) {
  Lanes band;
  for (const char* estimate : {"low", "high"}) {
    for (const ScalabilityLane& lane : row.lanes) {
      if (lane.estimate == estimate && lane.of == name) band.push_back(lane.name);
    }
  }
  return band.size() == 2 ? band : Lanes{};
}

// Of each lane its own speed-up.
double speedup_of(const std::vector<ScalabilityRow>& rows, const ScalabilityRow& row,
                  const std::string& lane, Scaling scaling) {
  const double seconds = seconds_of(row, lane);
  const int work = scaling == Scaling::weak ? row.processes : rows.front().processes;
  return seconds > 0 ? work * seconds_of(rows.front(), lane) / seconds : 0;
}

ScalabilitySeries curve(const std::vector<ScalabilityRow>& rows, const ScalabilityLane& mean,
                        const Lanes& band, Scaling scaling) {
  ScalabilitySeries series;
  series.name = mean.name;
  series.estimate = mean.estimate;
  series.band = !band.empty();
  for (const ScalabilityRow& row : rows) {
    ScalabilityPoint point;
    point.processes = row.processes;
    point.extrapolated = row.extrapolated;
    point.position = scaling == Scaling::none ? row.argument : row.processes;
    point.label = scaling == Scaling::none ? row.label : std::to_string(row.processes);
    point.seconds = point.low_seconds = point.high_seconds = seconds_of(row, mean.name);
    point.speedup = point.low_speedup = point.high_speedup =
        speedup_of(rows, row, mean.name, scaling);
    for (const std::string& lane : band) {
      const double seconds = seconds_of(row, lane);
      const double speedup = speedup_of(rows, row, lane, scaling);
      point.low_seconds = std::min(point.low_seconds, seconds);
      point.high_seconds = std::max(point.high_seconds, seconds);
      point.low_speedup = std::min(point.low_speedup, speedup);
      point.high_speedup = std::max(point.high_speedup, speedup);
    }
    series.points.push_back(point);
  }
  return series;
}

std::string two_decimals(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

}  // namespace

std::string csv_word(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::vector<ScalabilitySeries> scalability_series(const std::vector<ScalabilityRow>& unsorted,
                                                  Scaling scaling) {
  std::vector<ScalabilityRow> rows = unsorted;
  std::sort(rows.begin(), rows.end(),
            [](const ScalabilityRow& a, const ScalabilityRow& b) { return place(a) < place(b); });
  check(rows);
  std::set<std::string> in_a_band;
  for (const ScalabilityLane& lane : rows.front().lanes) {
    for (const std::string& bound : band_of(rows.front(), lane.name)) in_a_band.insert(bound);
  }
  std::vector<ScalabilitySeries> series;
  for (const ScalabilityLane& lane : rows.front().lanes) {
    if (in_a_band.count(lane.name) != 0) continue;
    series.push_back(curve(rows, lane, band_of(rows.front(), lane.name), scaling));
  }
  return series;
}

std::vector<std::vector<std::string>> scalability_cells(const ScalabilityGraph& graph,
                                                        const ScalabilitySeries& series) {
  const bool over_processes = graph.scaling != Scaling::none;
  std::vector<std::string> head = {graph.axis, "time"};
  if (series.band) head.insert(head.end(), {"low", "high"});
  if (over_processes) {
    head.insert(head.end(),
                {graph.scaling == Scaling::weak ? "scaled speed-up" : "speed-up", "efficiency"});
  } else {
    head.emplace_back("growth");
  }
  std::vector<std::vector<std::string>> rows = {head};
  for (const ScalabilityPoint& point : series.points) {
    std::vector<std::string> row = {point.label + (point.is_extrapolated() ? " *" : ""),
                                    time_text(point.seconds)};
    if (series.band) {
      row.insert(row.end(), {time_text(point.low_seconds), time_text(point.high_seconds)});
    }
    if (over_processes) {
      const bool is_known = point.speedup > 0;  // not of a time of 0
      row.insert(row.end(), {is_known ? two_decimals(point.speedup) : "",
                             is_known ? share_text(point.efficiency()) : ""});
    } else {
      const double first = series.points.front().seconds;
      row.push_back(first > 0 ? "x " + two_decimals(point.seconds / first) : "");
    }
    rows.push_back(row);
  }
  return rows;
}

std::string extrapolation_note(const ScalabilityGraph& graph) {
  double most = 0;
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) {
      if (point.is_extrapolated()) most = std::max(most, point.extrapolated);
    }
  }
  if (most == 0) return "";
  return "* beyond what the machine was measured for: up to " + share_text(most) +
         " of the communication is extrapolated.";
}

std::string graph_subtitle(const ScalabilityGraph& graph) {
  std::string note = extrapolation_note(graph);
  if (note.empty()) return graph.subtitle;
  note.replace(0, 1, "open:");
  return graph.subtitle + (graph.subtitle.empty() ? "" : "; ") + note;
}

std::string scalability_table(const ScalabilityGraph& graph) {
  std::string text;
  for (const ScalabilitySeries& series : graph.series) {
    if (graph.series.size() > 1) {
      text += (text.empty() ? "" : "\n") + shortened(series.name, page_columns) + "\n";
    }
    const auto rows = scalability_cells(graph, series);
    TextTable table(std::vector<Align>(rows.front().size(), Align::right));
    for (const auto& row : rows) table.add(row);
    text += table.text(2);
  }
  const std::string note = extrapolation_note(graph);
  if (!note.empty()) text += "  " + note + "\n";
  return text;
}

std::string scalability_csv(const ScalabilityGraph& graph) {
  const bool over_processes = graph.scaling != Scaling::none;
  std::string text = "series,processes,seconds,low_seconds,high_seconds";
  text += over_processes ? ",speedup,low_speedup,high_speedup,efficiency,extrapolated\n"
                         : "," + csv_word(graph.axis) + ",extrapolated\n";
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) {
      text += csv_word(series.name) + "," + std::to_string(point.processes);
      std::vector<double> values = {point.seconds, point.low_seconds, point.high_seconds};
      if (over_processes) {
        values.insert(values.end(),
                      {point.speedup, point.low_speedup, point.high_speedup, point.efficiency()});
      } else {
        values.push_back(point.position);
      }
      values.push_back(point.extrapolated);
      for (const double value : values) text += "," + shortest_digits(value);
      text += "\n";
    }
  }
  return text;
}

}  // namespace revprof

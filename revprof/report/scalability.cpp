// SPDX-License-Identifier: BSD-3-Clause
// Makes curves of a sweep's lanes, and their table.
#include "revprof/report/scalability.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>

#include "revprof/report/quantity.hpp"
#include "revprof/report/text_table.hpp"

namespace revprof {

namespace {

using Lanes = std::vector<std::string>;

Lanes names_of(const ScalabilityRow& row) {
  Lanes names;
  for (const auto& [name, seconds] : row.lane_seconds) names.push_back(name);
  return names;
}

void check(const std::vector<ScalabilityRow>& rows) {
  if (rows.empty() || rows.front().lane_seconds.empty()) {
    throw std::runtime_error("scalability: expected at least one run with one lane");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string run =
        "scalability: the run of " + std::to_string(rows[i].processes) + " processes";
    if (names_of(rows[i]) != names_of(rows.front())) {
      throw std::runtime_error(run + ": expected the same lanes as in the other runs");
    }
    if (i > 0 && rows[i].processes == rows[i - 1].processes) {
      throw std::runtime_error(run + " is there twice");
    }
  }
}

double seconds_of(const ScalabilityRow& row, const std::string& lane) {
  const auto found = std::find_if(row.lane_seconds.begin(), row.lane_seconds.end(),
                                  [&lane](const auto& entry) { return entry.first == lane; });
  return found->second;
}

// Of each lane its own speed-up.
double speedup_of(const std::vector<ScalabilityRow>& rows, const ScalabilityRow& row,
                  const std::string& lane) {
  const double seconds = seconds_of(row, lane);
  return seconds > 0 ? rows.front().processes * seconds_of(rows.front(), lane) / seconds : 0;
}

ScalabilitySeries curve(const std::vector<ScalabilityRow>& rows, const std::string& name,
                        const std::string& mean, const Lanes& band) {
  ScalabilitySeries series;
  series.name = name;
  series.band = !band.empty();
  for (const ScalabilityRow& row : rows) {
    ScalabilityPoint point;
    point.processes = row.processes;
    point.seconds = point.low_seconds = point.high_seconds = seconds_of(row, mean);
    point.speedup = point.low_speedup = point.high_speedup = speedup_of(rows, row, mean);
    for (const std::string& lane : band) {
      const double seconds = seconds_of(row, lane), speedup = speedup_of(rows, row, lane);
      point.low_seconds = std::min(point.low_seconds, seconds);
      point.high_seconds = std::max(point.high_seconds, seconds);
      point.low_speedup = std::min(point.low_speedup, speedup);
      point.high_speedup = std::max(point.high_speedup, speedup);
    }
    series.points.push_back(point);
  }
  return series;
}

std::string all_digits(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string two_decimals(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

// A field of a CSV file.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

std::vector<ScalabilitySeries> scalability_series(const std::vector<ScalabilityRow>& unsorted) {
  std::vector<ScalabilityRow> rows = unsorted;
  std::sort(rows.begin(), rows.end(), [](const ScalabilityRow& a, const ScalabilityRow& b) {
    return a.processes < b.processes;
  });
  check(rows);
  const Lanes names = names_of(rows.front());
  const std::set<std::string> known(names.begin(), names.end());

  std::set<std::string> in_a_band;
  std::vector<ScalabilitySeries> series;
  for (const std::string& name : names) {
    const std::string prefix = name == "mean" ? "" : name + " ";
    const Lanes band = {prefix + "low", prefix + "high"};
    if (known.count(band[0]) != 0 && known.count(band[1]) != 0)
      in_a_band.insert(band.begin(), band.end());
  }
  for (const std::string& name : names) {
    if (in_a_band.count(name) != 0) continue;
    const std::string prefix = name == "mean" ? "" : name + " ";
    const bool has_band = in_a_band.count(prefix + "low") != 0;
    series.push_back(
        curve(rows, name, name, has_band ? Lanes{prefix + "low", prefix + "high"} : Lanes{}));
  }
  return series;
}

std::string scalability_table(const ScalabilityGraph& graph) {
  std::string text;
  for (const ScalabilitySeries& series : graph.series) {
    if (graph.series.size() > 1) text += (text.empty() ? "" : "\n") + series.name + "\n";
    std::vector<std::string> head = {"processes", "time"};
    if (series.band) head.insert(head.end(), {"low", "high"});
    head.insert(head.end(), {"speed-up", "efficiency"});
    TextTable table(std::vector<Align>(head.size(), Align::right));
    table.add(head);
    for (const ScalabilityPoint& point : series.points) {
      std::vector<std::string> row = {std::to_string(point.processes), time_text(point.seconds)};
      if (series.band) {
        row.insert(row.end(), {time_text(point.low_seconds), time_text(point.high_seconds)});
      }
      row.insert(row.end(),
                 {two_decimals(point.speedup), share_text(point.speedup / point.processes)});
      table.add(row);
    }
    text += table.text(2);
  }
  return text;
}

std::string scalability_csv(const ScalabilityGraph& graph) {
  std::string text =
      "series,processes,seconds,low_seconds,high_seconds,speedup,low_speedup,high_speedup\n";
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) {
      text += quoted(series.name) + "," + std::to_string(point.processes);
      for (const double value : {point.seconds, point.low_seconds, point.high_seconds,
                                 point.speedup, point.low_speedup, point.high_speedup}) {
        text += "," + all_digits(value);
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace revprof

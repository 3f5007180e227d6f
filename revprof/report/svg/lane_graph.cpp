// SPDX-License-Identifier: BSD-3-Clause
// The lanes of one run as bars, each divided into computation, communication and waiting.
#include "revprof/report/svg/lane_graph.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "revprof/report/svg/axis.hpp"
#include "revprof/report/svg/svg.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

constexpr double bars_width = 620, row_height = 24, bar_height = 15, top = 96, margin = 16;

// A band lies on bars of any colour.
const char* const lane_style =
    "text { font: 12px Helvetica, Arial, sans-serif; fill: #222; }\n"
    ".title { font-size: 17px; font-weight: bold; } .end { text-anchor: end; }\n"
    ".middle { text-anchor: middle; } .grid { stroke: #ddd; } .axis { stroke: #222; }\n"
    ".communication { fill: #34516f; }\n"
    ".halo { stroke: white; stroke-width: 4; } .band { stroke: #111; stroke-width: 1.4; }\n";
struct Part {
  const char* name;
  SimTime LaneTimes::*time;
};
constexpr Part parts[] = {{"compute", &LaneTimes::compute},
                          {"communication", &LaneTimes::communication},
                          {"waiting", &LaneTimes::waiting}};

struct Row {
  std::string name;
  LaneTimes times;
  std::optional<double> low, high;  // seconds
};

std::vector<Row> rows_of(const Summary& summary) {
  std::vector<Row> rows;
  for (int lane = 0; lane < static_cast<int>(summary.lanes.size()); ++lane) {
    if (summary.is_bound(lane)) continue;
    const auto bound = [&](const char* estimate) -> std::optional<double> {
      const int found = summary.lane_of(lane, estimate);
      if (found < 0) return std::nullopt;
      return seconds(summary.predicted(found).predicted);
    };
    rows.push_back({summary.lanes[static_cast<std::size_t>(lane)].name, summary.predicted(lane),
                    bound("low"), bound("high")});
  }
  return rows;
}

double longest_of(const std::vector<Row>& rows) {
  double longest = 0;
  for (const Row& row : rows) {
    longest = std::max({longest, seconds(row.times.predicted), row.high.value_or(0)});
  }
  return longest > 0 ? longest : 1;
}

std::string legend(double left) {
  std::string svg;
  double x = left;
  for (const Part& part : parts) {
    svg += svg_rectangle(x, top - 42, 14, 12, "class=\"" + std::string(part.name) + "\"");
    svg += svg_label(x + 19, top - 32, part.name, "");
    x += 19 + label_width(part.name) + 22;
  }
  return svg;
}

// `scale`: pixels a second.
std::string bar(const Row& row, double left, double y, double scale) {
  std::string svg;
  double x = left;
  for (const Part& part : parts) {
    const SimTime time = row.times.*part.time;
    const double width = seconds(time) * scale;
    if (time > 0) {
      svg += svg_rectangle(x, y, width, bar_height, "class=\"" + std::string(part.name) + "\"",
                           row.name + ": " + part.name + " " + time_text(seconds(time)));
    }
    x += width;
  }
  if (row.low && row.high) {
    const double from = left + *row.low * scale, to = left + *row.high * scale;
    const double middle = y + bar_height / 2;
    for (const char* const drawn : {"class=\"halo\"", "class=\"band\""}) {
      svg += svg_line(from, middle, to, middle, drawn);
      for (const double end : {from, to}) svg += svg_line(end, middle - 4, end, middle + 4, drawn);
    }
  }
  return svg;
}

}  // namespace

std::string lane_graph(const Summary& summary) {
  const std::vector<Row> rows = rows_of(summary);
  double names_width = 0;
  for (const Row& row : rows) names_width = std::max(names_width, label_width(row.name));
  const double left = margin + names_width + 10, right = left + bars_width;
  const double bottom = top + row_height * static_cast<double>(rows.size());
  const double longest = longest_of(rows), scale = bars_width / (1.02 * longest);
  const TimeUnit unit = time_unit(longest);

  std::string svg = svg_hatch;
  svg += svg_label(margin, 28, summary.program, "class=\"title\"");
  svg += svg_label(margin, 47,
                   std::to_string(summary.processes) +
                       (summary.processes == 1 ? " process" : " processes") +
                       "; of the one that ends last on each lane",
                   "");
  svg += legend(left);
  for (const Tick& tick : linear_ticks(0, 1.02 * longest / unit.seconds, 6)) {
    const double x = left + tick.value * unit.seconds * scale;
    svg += svg_line(x, top - 6, x, bottom + 5, "class=\"grid\"");
    svg += svg_label(x, bottom + 20, tick.label, "class=\"middle\"");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const double y = top + row_height * static_cast<double>(i) + (row_height - bar_height) / 2;
    svg += svg_label(left - 8, y + bar_height - 3, row.name, "class=\"end\"");
    svg += bar(row, left, y, scale);
    svg += svg_label(right + 10, y + bar_height - 3, time_text(seconds(row.times.predicted)), "");
  }
  svg += svg_line(left, top - 6, left, bottom + 5, "class=\"axis\"");
  svg += svg_label(left + bars_width / 2, bottom + 40,
                   std::string("predicted time [") + unit.name + "]", "class=\"middle\"");
  return svg_document(std::max(right + 90, margin + 10 + 1.45 * label_width(summary.program)),
                      bottom + 56, svg_parts_style + std::string(lane_style), svg);
}

}  // namespace revprof

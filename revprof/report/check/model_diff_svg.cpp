// SPDX-License-Identifier: BSD-3-Clause
// The difference of two models as maps, one for each call: sizes to the right, processes upwards.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "revprof/report/check/model_diff.hpp"
#include "revprof/report/svg/svg.hpp"
#include "revprof/report/text/amount.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

constexpr double cell = 18, left_of_map = 54, above_map = 34, below_map = 34, between = 30;
constexpr double page_width = 1080, page_top = 96, margin = 20;
constexpr double strongest = 2;  // doublings with the full colour

const char* const style =
    "text { font: 12px Helvetica, Arial, sans-serif; fill: #222; }\n"
    ".title { font-size: 17px; font-weight: bold; } .head { font-size: 13px; font-weight: bold; }\n"
    ".inside { stroke: #fff; } .beyond { stroke: #222; stroke-width: 1.4; }\n"
    ".end { text-anchor: end; } .middle { text-anchor: middle; } .small { font-size: 10px; }\n";

// From white to red (slower) or blue (faster).
std::string colour(double ratio) {
  const double strength = std::clamp(std::log2(ratio) / strongest, -1.0, 1.0);
  const double full[3] = {strength > 0 ? 200.0 : 27.0, strength > 0 ? 50.0 : 79.0,
                          strength > 0 ? 30.0 : 156.0};
  char text[8];
  int parts[3];
  for (int i = 0; i < 3; ++i) {
    parts[i] = static_cast<int>(std::lround(240 + std::abs(strength) * (full[i] - 240)));
  }
  std::snprintf(text, sizeof text, "#%02x%02x%02x", parts[0] & 255, parts[1] & 255, parts[2] & 255);
  return text;
}

std::string tooltip(const CallDiff& call, const DiffPoint& point) {
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.3g", point.ratio());
  return call.label() + ", p " + count_text(point.processes) + ", " +
         amount_text(call.call, point.bytes) + ": " + time_text(point.before) + ", now " +
         time_text(point.after) + " (x " + ratio + (point.beyond ? ")" : ", inside the bands)");
}

double map_width(const CallDiff& call) {
  const double name = label_width(call.label()) + 14;
  return std::max(left_of_map + cell * static_cast<double>(call.bytes.size()) + 8, name);
}
double map_height(const CallDiff& call) {
  return above_map + cell * static_cast<double>(call.processes.size()) + below_map;
}

std::string draw(const CallDiff& call, double x, double y) {
  std::string svg = svg_label(x, y + 14, call.label(), "class=\"head\"");
  const double left = x + left_of_map, top = y + above_map;
  const std::size_t rows = call.processes.size(), columns = call.bytes.size();
  std::string on_top;  // frames are not to be painted over
  for (std::size_t i = 0; i < call.points.size(); ++i) {
    const DiffPoint& point = call.points[i];
    const double cell_x = left + cell * static_cast<double>(i % columns);
    const double cell_y = top + cell * static_cast<double>(rows - 1 - i / columns);
    const std::string fill = "fill=\"" + colour(point.ratio()) + "\"";
    (point.beyond ? on_top : svg) += svg_rectangle(
        cell_x, cell_y, cell, cell,
        fill + (point.beyond ? " class=\"beyond\"" : " class=\"inside\""), tooltip(call, point));
  }
  svg += on_top;
  for (std::size_t row = 0; row < rows; ++row) {
    const double middle = top + cell * (static_cast<double>(rows - row) - 0.5) + 4;
    svg += svg_label(left - 6, middle, count_text(call.processes[row]), "class=\"end small\"");
  }
  double free_from = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const std::string text = amount_text(call.call, call.bytes[column]);
    const double middle = left + cell * (static_cast<double>(column) + 0.5);
    const double half = label_width(text) * 10 / 24 + 3;
    if (middle - half < free_from) continue;
    svg += svg_label(middle, top + cell * static_cast<double>(rows) + 14, text,
                     "class=\"middle small\"");
    free_from = middle + half;
  }
  return svg;
}

std::string legend() {
  std::string svg;
  const double ratios[] = {0.25, 0.5, 1, 2, 4};
  const char* const texts[] = {"a quarter", "half", "same", "twice", "4 times"};
  double x = margin;
  for (int i = 0; i < 5; ++i) {
    svg += svg_rectangle(x, 58, cell, cell, "fill=\"" + colour(ratios[i]) + "\" class=\"inside\"");
    svg += svg_label(x + cell + 5, 71, texts[i], "");
    x += cell + label_width(texts[i]) + 18;
  }
  svg += svg_rectangle(x, 58, cell, cell, "fill=\"#f0f0f0\" class=\"beyond\"");
  return svg + svg_label(x + cell + 5, 71,
                         "framed: the bands do not meet; to the right bytes, upwards processes",
                         "");
}

}  // namespace

std::string diff_svg(const ModelDiff& diff) {
  std::string svg =
      svg_label(margin, 34,
                "The time now, against before: " + diff.after + " against " + diff.before,
                "class=\"title\"") +
      legend();
  double x = margin, y = page_top, row_height = 0;
  for (const CallDiff& call : diff.calls) {
    if (x > margin && x + map_width(call) > page_width - margin) {
      x = margin;
      y += row_height;
      row_height = 0;
    }
    svg += draw(call, x, y);
    x += map_width(call) + between;
    row_height = std::max(row_height, map_height(call));
  }
  return svg_document(page_width, y + row_height + margin, style, svg);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The scalability graph as SVG: time (both axes logarithmic) and speed-up, side by side.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "revprof/report/svg/svg.hpp"
#include "revprof/report/sweep/scalability_axes.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr double page_width = 1080, page_top = 88, panel_width = 420, panel_height = 340;

constexpr std::size_t title_columns = 100;

const char* const colours[] = {"#1b4f9c", "#d9641e", "#1d8a5b", "#8a1c7c", "#8c6d00", "#555555"};
const char* const dashes[] = {"none", "7 4", "2 3", "10 3 2 3"};

const char* const style =
    "text { font: 12px Helvetica, Arial, sans-serif; fill: #222; }\n"
    ".title { font-size: 17px; font-weight: bold; } .head { font-size: 13px; font-weight: bold; }\n"
    ".grid { stroke: #ddd; } .axis { stroke: #222; fill: none; }\n"
    ".ideal { stroke: #777; stroke-dasharray: 3 3; fill: none; }\n"
    ".curve { fill: none; stroke-width: 1.8; } .band { stroke: none; fill-opacity: 0.18; }\n"
    ".end { text-anchor: end; } .middle { text-anchor: middle; }\n";

std::string colour(std::size_t series) { return colours[series % std::size(colours)]; }

// One colour after the other; after all of them the dashes change too.
std::string stroke(std::size_t series) {
  return "stroke=\"" + colour(series) + "\" stroke-dasharray=\"" +
         dashes[series / std::size(colours) % std::size(dashes)] + "\"";
}

struct Scale {
  double from, to;
  bool logarithmic;
  double share(double value) const {
    return logarithmic ? std::log(value / from) / std::log(to / from)
                       : (value - from) / (to - from);
  }
};

struct Panel {
  double left;
  Scale x, y;
  ScalabilityQuantity quantity;
  double at_x(double value) const { return left + panel_width * x.share(value); }
  double at_y(double value) const { return page_top + panel_height * (1 - y.share(value)); }
};

std::string points_of(const std::vector<std::pair<double, double>>& points) {
  std::string text;
  for (const auto& [x, y] : points) text += (text.empty() ? "" : " ") + pixels(x) + "," + pixels(y);
  return text;
}

std::string draw_series(const Panel& panel, const ScalabilitySeries& series, std::size_t number) {
  std::vector<std::pair<double, double>> line, low, high;
  std::vector<std::pair<std::pair<double, double>, bool>> marks;  // open: extrapolated
  for (const ScalabilityPoint& point : series.points) {
    if (point.*panel.quantity.low <= 0)
      continue;  // a run that takes no time has no place on the axis
    const double x = panel.at_x(point.position);
    line.emplace_back(x, panel.at_y(point.*panel.quantity.value));
    marks.emplace_back(line.back(), point.is_extrapolated());
    low.emplace_back(x, panel.at_y(point.*panel.quantity.low));
    high.emplace_back(x, panel.at_y(point.*panel.quantity.high));
  }
  std::string svg;
  if (series.band) {
    low.insert(low.end(), high.rbegin(), high.rend());
    svg += "<polygon class=\"band\" fill=\"" + colour(number) + "\" points=\"" + points_of(low) +
           "\"/>\n";
  }
  svg += "<polyline class=\"curve\" " + stroke(number) + " points=\"" + points_of(line) + "\"/>\n";
  for (const auto& [point, open] : marks) {
    svg += "<circle cx=\"" + pixels(point.first) + "\" cy=\"" + pixels(point.second) +
           "\" r=\"3\" stroke=\"" + colour(number) + "\" fill=\"" +
           (open ? "#ffffff" : colour(number)) + "\"/>\n";
  }
  return svg;
}

std::string draw_frame(const Panel& panel, const std::string& head, const std::string& y_label,
                       const std::string& x_label, const std::vector<Tick>& x_ticks,
                       const std::vector<Tick>& y_ticks) {
  const double bottom = page_top + panel_height, right = panel.left + panel_width;
  const double middle = page_top + panel_height / 2;
  std::string svg = svg_label(panel.left, page_top - 10, head, "class=\"head\"");
  double free_from = 0;  // process counts that would overlap keep their line and lose their label
  for (const Tick& tick : x_ticks) {
    const double x = panel.at_x(tick.value);
    svg += svg_line(x, page_top, x, bottom + 5, "class=\"grid\"");
    const double half = label_width(tick.label) / 2 + 2;
    if (x - half < free_from) continue;
    svg += svg_label(x, bottom + 19, tick.label, "class=\"middle\"");
    free_from = x + half;
  }
  for (const Tick& tick : y_ticks) {
    const double y = panel.at_y(tick.value);
    svg += svg_line(panel.left - 5, y, right, y, "class=\"grid\"");
    svg += svg_label(panel.left - 9, y + 4, tick.label, "class=\"end\"");
  }
  svg += svg_rectangle(panel.left, page_top, panel_width, panel_height, "class=\"axis\"");
  svg += svg_label(panel.left + panel_width / 2, bottom + 38, x_label, "class=\"middle\"");
  const std::string place = pixels(panel.left - 54) + " " + pixels(middle);
  return svg + svg_label(panel.left - 54, middle, y_label,
                         "class=\"middle\" transform=\"rotate(-90 " + place + ")\"");
}

// Both ends apart, even where there is one point only.
Scale place_scale(const std::vector<Tick>& places, bool logarithmic) {
  const double from = places.front().value, to = places.back().value;
  if (logarithmic) return {from / 1.1, to * 1.1, true};
  return {0, to * 1.05, false};
}

std::string draw_time(const ScalabilityGraph& graph, const std::vector<Tick>& places) {
  TimeAxis axis = time_axis(graph);
  const Panel panel = {84, place_scale(places, true), {axis.from, axis.to, true}, time_quantity};
  for (Tick& tick : axis.ticks) tick.value *= axis.unit.seconds;
  std::string svg = draw_frame(panel, "Predicted time", std::string("time in ") + axis.unit.name,
                               graph.axis, places, axis.ticks);
  for (std::size_t i = 0; i < graph.series.size(); ++i)
    svg += draw_series(panel, graph.series[i], i);
  return svg;
}

std::string draw_speedup(const ScalabilityGraph& graph, const std::vector<Tick>& places) {
  const double fewest = places.front().value, most = places.back().value;
  double highest = most;
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points)
      highest = std::max(highest, point.high_speedup);
  }
  const Panel panel = {
      610, place_scale(places, false), {0, highest * 1.05, false}, speedup_quantity};
  std::string svg = draw_frame(panel, speedup_heading(graph), "speed-up", graph.axis, places,
                               linear_ticks(0, panel.y.to, 8));
  svg += svg_line(panel.at_x(fewest), panel.at_y(fewest), panel.at_x(most), panel.at_y(most),
                  "class=\"ideal\"");
  for (std::size_t i = 0; i < graph.series.size(); ++i)
    svg += draw_series(panel, graph.series[i], i);
  return svg;
}

// Advances y to the line below.
std::string draw_legend(const ScalabilityGraph& graph, double& y) {
  constexpr double left = 84;
  double at = left;
  std::string svg;
  const auto entry = [&](const std::string& name, const auto& swatch) {
    const double width = 36 + label_width(name);
    if (at > left && at + width > page_width - 24) {
      at = left;
      y += 20;
    }
    svg += swatch(at) + svg_label(at + 34, y, name, "");
    at += width + 18;
  };
  for (std::size_t i = 0; i < graph.series.size(); ++i) {
    const ScalabilitySeries& series = graph.series[i];
    entry(series.name + (series.band ? " (band: low to high)" : ""), [&](double x) {
      std::string swatch;
      if (series.band) {
        swatch = svg_rectangle(x, y - 10, 28, 12, "class=\"band\" fill=\"" + colour(i) + "\"");
      }
      return swatch + svg_line(x, y - 4, x + 28, y - 4, "class=\"curve\" " + stroke(i)) +
             "<circle cx=\"" + pixels(x + 14) + "\" cy=\"" + pixels(y - 4) + "\" r=\"3\" fill=\"" +
             colour(i) + "\"/>\n";
    });
  }
  if (graph.scaling != Scaling::none) {
    entry("ideal speed-up",
          [&](double x) { return svg_line(x, y - 4, x + 28, y - 4, "class=\"ideal\""); });
  }
  y += 22;
  return svg;
}

}  // namespace

std::string scalability_svg(const ScalabilityGraph& graph) {
  const std::vector<Tick> places = axis_places(graph);
  if (places.empty()) return svg_document(page_width, page_top, style, "");
  std::string content =
      svg_label(84, 26, shortened(graph.title, title_columns), "class=\"title\"") +
      svg_label(84, 46, graph_subtitle(graph), "") + draw_time(graph, places);
  if (graph.scaling != Scaling::none) content += draw_speedup(graph, places);
  double y = page_top + panel_height + 66;
  content += draw_legend(graph, y);
  return svg_document(page_width, y, style, content);
}

}  // namespace revprof

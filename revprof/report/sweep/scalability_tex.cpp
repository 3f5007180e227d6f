// SPDX-License-Identifier: BSD-3-Clause
// The scalability graph as stand-alone LaTeX with pgfplots, to be put into a paper.
#include "scalability_tex.hpp"

#include <cstdio>
#include <stdexcept>

#include "fit/datasheet/datasheet_text.hpp"
#include "report_templates/filled_template.hpp"
#include "report_templates/tag.hpp"
#include "revprof/report/sweep/scalability_axes.hpp"

namespace revprof {

namespace {

constexpr std::size_t template_colours = 6;  // of the template

std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string coordinate(const ScalabilityPoint& point, double value) {
  return "(" + number(point.position) + "," + number(value) + ")";
}

// Along the lower edge and back along the upper one.
std::string band(const ScalabilitySeries& series, const ScalabilityQuantity& quantity,
                 double unit) {
  std::string low, high;
  for (const ScalabilityPoint& point : series.points) {
    if (!quantity.can_be_drawn(point)) continue;
    low += coordinate(point, point.*quantity.low / unit) + " ";
    high = coordinate(point, point.*quantity.high / unit) + " " + high;
  }
  return low + high;
}

std::string curve(const ScalabilitySeries& series, const ScalabilityQuantity& quantity,
                  double unit) {
  std::string points;
  for (const ScalabilityPoint& point : series.points) {
    if (quantity.can_be_drawn(point))
      points += coordinate(point, point.*quantity.value / unit) + " ";
  }
  return points;
}

// The points that lie beyond what the machine was measured for, to be marked as in the other
// graphs.
std::string extrapolated(const ScalabilitySeries& series, const ScalabilityQuantity& quantity,
                         double unit) {
  std::string points;
  for (const ScalabilityPoint& point : series.points) {
    if (quantity.can_be_drawn(point) && point.is_extrapolated())
      points += coordinate(point, point.*quantity.value / unit) + " ";
  }
  return points;
}

TagList series_of(const ScalabilityGraph& graph, double unit) {
  TagList all;
  for (std::size_t i = 0; i < graph.series.size(); ++i) {
    const ScalabilitySeries& series = graph.series[i];
    const std::string beyond = extrapolated(series, time_quantity, unit);
    all.push_back(Tags{{"name", series.name},
                       {"colour", "series" + std::to_string(i % template_colours)},
                       {"band", Tag(series.band)},
                       {"time_band", band(series, time_quantity, unit)},
                       {"time_curve", curve(series, time_quantity, unit)},
                       {"extrapolated", Tag(!beyond.empty())},
                       {"time_extrapolated", beyond},
                       {"speedup_extrapolated", extrapolated(series, speedup_quantity, 1)},
                       {"speedup_band", band(series, speedup_quantity, 1)},
                       {"speedup_curve", curve(series, speedup_quantity, 1)}});
  }
  return all;
}

void append(std::string& text, const std::string& item) {
  text += (text.empty() ? "" : ",") + item;
}

}  // namespace

std::string scalability_tex(const ScalabilityGraph& graph) {
  const std::vector<Tick> places = axis_places(graph);
  if (places.empty()) throw std::runtime_error("scalability: expected at least one point to draw");
  const TimeAxis axis = time_axis(graph);
  const bool over_processes = graph.scaling != Scaling::none;
  std::string positions, position_labels, ticks, labels;
  for (const Tick& place : places) {
    append(positions, number(place.value));
    append(position_labels, latex_escape(place.label));
  }
  for (const Tick& tick : axis.ticks) {
    append(ticks, number(tick.value));
    append(labels, tick.label);
  }
  const Tag tags = Tags{{"title", graph.title},
                        {"subtitle", graph_subtitle(graph)},
                        {"axis", graph.axis},
                        {"positions", positions},
                        {"position_labels", position_labels},
                        {"speedup", Tag(over_processes)},
                        {"fewest", number(places.front().value)},
                        {"most", number(places.back().value)},
                        {"time_unit", axis.unit.name},
                        {"time_from", number(axis.from / axis.unit.seconds)},
                        {"time_to", number(axis.to / axis.unit.seconds)},
                        {"time_ticks", ticks},
                        {"time_labels", labels},
                        {"speedup_heading", over_processes ? speedup_heading(graph) : ""},
                        {"series", series_of(graph, axis.unit.seconds)}};
  return filled_template(report_templates::scalability_tex, "report_templates/scalability.tex",
                         tags, [](const std::string& text) { return latex_escape(text); });
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Turns one call's equations, graphs, regimes and notes into the template's tags.
#include "fit/datasheet/datasheet_page.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_notes.hpp"
#include "fit/datasheet/datasheet_text.hpp"
#include "fit/measurements/quantile.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_large_equations = 4;

Tags axis_tags(const LogAxis& axis) {
  return {{"low", log_position(axis.low)},
          {"high", log_position(axis.high)},
          {"ticks", axis.tick_positions()},
          {"labels", axis.tick_labels()}};
}

Tag surface_tags(const Surface& surface) {
  TagList patches, lines, points;
  for (const std::string& line : surface.lines) lines.push_back(Tags{{"points", line}});
  for (const SurfacePatch& patch : surface.patches) {
    patches.push_back(Tags{{"points", patch.points}, {"columns", std::to_string(patch.columns)}});
  }
  for (const SurfacePoints& each : surface.points) {
    points.push_back(Tags{{"style", each.style < 0 ? "other" : std::to_string(each.style)},
                          {"points", each.points}});
  }
  return Tags{{"bytes", axis_tags(surface.bytes)},
              {"processes", axis_tags(surface.processes)},
              {"time", axis_tags(surface.time)},
              {"patches", patches},
              {"lines", lines},
              {"series", points}};
}

// An absent graph is a section that is not shown.
template <typename Part, typename ToTag>
Tag optional_tags(const std::optional<Part>& part, const ToTag& tags) {
  return part ? tags(*part) : Tag(false);
}

// Near-ties are decided by foretelling: the runner-up may have the better criterion.
std::string signed_text(double value) {
  const std::string text = fixed(std::abs(value), 1);
  return (value < 0 && text != "0.0" ? "$-$" : "$+$") + text;
}

Tag regime_tags(const Regime& regime, std::size_t number) {
  const CoefficientTexts coefficients = coefficient_texts(regime);
  const std::optional<Quality>& quality = regime.quality;
  const auto share = [&](double Quality::*member) {
    return quality ? percent_text((*quality).*member) : std::string("--");
  };
  const auto error = [&](std::optional<double> Quality::*member) {
    return quality && (*quality).*member ? percent_text(*((*quality).*member)) : std::string("--");
  };
  return Tags{
      {"number", std::to_string(number)},
      {"processes", process_range(regime.min_processes, regime.max_processes)},
      {"bytes", size_range(regime.min_bytes, regime.max_bytes)},
      {"equation", equation_text(regime)},
      {"form", form_text(regime.form)},
      {"c", coefficients.c},
      {"s", coefficients.s},
      {"k", coefficients.k},
      {"points", quality ? std::to_string(quality->points) : "--"},
      {"median_error", share(&Quality::median_error)},
      {"p90_error", share(&Quality::p90_error)},
      {"max_error", share(&Quality::max_error)},
      {"coverage", share(&Quality::coverage)},
      {"left_out_error", error(&Quality::left_out_error)},
      {"each_left_out_error", error(&Quality::each_left_out_error)},
      {"band", regime.band_factor ? "$\\times$\\," + significant(*regime.band_factor, 3) : "--"},
      {"has_runner_up", Tag(regime.runner_up.has_value())},
      {"runner_up", regime.runner_up ? "$" + form_text(regime.runner_up->form) + "$ (BIC " +
                                           signed_text(regime.runner_up->bic_difference) + ")"
                                     : ""}};
}

std::string summary_text(const DistanceClass& equations, const std::vector<MeasuredPoint>& points) {
  std::string text = class_text(equations.within);
  if (equations.within > 0) text += " ranks";
  if (!points.empty()) text += " --- " + std::to_string(points.size()) + " measured points";
  const std::string error = median_error_text(equations);
  if (error != "--") text += " --- median error " + error;
  return text;
}

}  // namespace

Tag graph_tags(const Graph& graph) {
  TagList borders, nodes, series;
  for (const double node : graph.nodes) nodes.push_back(Tags{{"at", log_position(node)}});
  for (const double border : graph.borders) borders.push_back(Tags{{"at", log_position(border)}});
  for (const GraphSeries& each : graph.series) {
    TagList bands;
    for (const std::string& band : each.bands) bands.push_back(Tags{{"outline", band}});
    series.push_back(Tags{{"style", std::to_string(each.style)},
                          {"label", each.label},
                          {"height", fixed(each.label_height, 4)},
                          {"end", each.end},
                          {"has_label", Tag(!each.end.empty())},
                          {"has_curve", Tag(!each.curve.empty())},
                          {"points", each.points},
                          {"has_points", Tag(!each.points.empty())},
                          {"curve", each.curve},
                          {"bands", bands}});
  }
  return Tags{{"across", axis_tags(graph.across)},
              {"time", axis_tags(graph.time)},
              {"borders", borders},
              {"nodes", nodes},
              {"series", series}};
}

std::string median_error_text(const DistanceClass& equations) {
  std::vector<double> errors = errors_of_cells(equations);
  if (errors.empty()) {
    for (const Regime& regime : equations.regimes) {
      if (regime.quality) errors.push_back(regime.quality->median_error);
    }
  }
  const double error = quantile(std::move(errors), 0.5);
  return std::isnan(error) ? "--" : percent_text(error);
}

bool has_page(const std::string& call, const DistanceClass& equations) {
  constexpr std::size_t nothing_to_draw = 2;
  const bool drawn =
      !equations.cells || equations.cells->processes.size() > nothing_to_draw ||
      equations.cells->processes.size() * equations.cells->bytes.size() > nothing_to_draw;
  return drawn && call.find('.') == std::string::npos && equations.within != 1;
}

Tag datasheet_page(const std::string& call, const DistanceClass& equations,
                   const Measurements* measurements, const std::vector<int>& block_sizes,
                   const std::string& target) {
  const std::vector<MeasuredPoint> points = measured_points(call, equations, measurements);
  const Graphs shown = graphs(equations, points, block_sizes);
  TagList regimes, notes;
  for (const Regime& regime : equations.regimes) {
    regimes.push_back(regime_tags(regime, regimes.size() + 1));
  }
  for (const std::string& note : datasheet_notes(equations, points)) {
    notes.push_back(Tags{{"text", note}});
  }
  const bool large = equations.regimes.size() <= most_large_equations;
  // What the equations, the table and the notes leave of the page, in mm.
  const auto lines = static_cast<double>(2 * regimes.size() + notes.size());
  const double height = std::clamp(86 - 1.7 * lines, 50.0, 78.0);
  const bool alone = !shown.surface.has_value();
  return Tags{{"call", call},
              {"class", class_text(equations.within)},
              {"target", target},
              {"summary", summary_text(equations, points)},
              {"large", Tag(large)},
              {"alone", Tag(alone)},
              {"height", fixed(height, 1)},
              {"surface_height", fixed(1.25 * height, 1)},
              {"surface", optional_tags(shown.surface, surface_tags)},
              {"over_bytes", optional_tags(shown.over_bytes, graph_tags)},
              {"over_processes", optional_tags(shown.over_processes, graph_tags)},
              {"regimes", regimes},
              {"notes", notes}};
}

}  // namespace revprof

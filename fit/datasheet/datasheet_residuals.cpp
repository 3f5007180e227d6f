// SPDX-License-Identifier: BSD-3-Clause
// Small graphs over d, one mark for each measured cell, the equation as the line in their middle.
#include "fit/datasheet/datasheet_residuals.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "fit/datasheet/datasheet_axis.hpp"
#include "fit/datasheet/datasheet_page.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

namespace {

constexpr int styles = 6;
constexpr double least_factor = 1.5;  // of the axis: what is smaller is a flat line
constexpr double largest_factor = 8;  // what lies farther off stands at the edge

// From 0 to 1. The graphs are so many that pgfplots, with its axes, would take a minute for them.
std::string place_of(const SizeAxis& axis, double size) { return fixed(axis.share(size), 4); }

// Half the height of the graph, as log of a factor. Of many points the few that lie farthest off
// do not count: what empty messages take would make all others a line.
double log_factor_of(const Cells& cells) {
  constexpr std::size_t many = 10;
  constexpr double share = 0.9;
  std::vector<double> sizes;
  for (const auto& row : cells.log_residuals) {
    for (const double residual : row) {
      if (!std::isnan(residual)) sizes.push_back(std::abs(residual));
    }
  }
  if (sizes.empty()) return std::log(least_factor);
  std::sort(sizes.begin(), sizes.end());
  const std::size_t last = sizes.size() - 1;
  const std::size_t place =
      sizes.size() < many ? last : static_cast<std::size_t>(share * static_cast<double>(last));
  return std::clamp(1.1 * sizes[place], std::log(least_factor), std::log(largest_factor));
}

TagList series_of(const Cells& cells, const SizeAxis& axis, double log_factor) {
  TagList series;
  for (std::size_t i = 0; i < cells.processes.size(); ++i) {
    std::string points;
    for (std::size_t j = 0; j < cells.bytes.size(); ++j) {
      const double residual = cells.log_residuals[i][j];
      if (std::isnan(residual)) continue;
      points += "(" + place_of(axis, axis.at(cells.bytes[j])) + "," +
                fixed(0.5 + 0.5 * std::clamp(residual / log_factor, -1.0, 1.0), 3) + ")";
    }
    if (points.empty()) continue;
    // From small to large p through the colours.
    const std::size_t style = i * styles / cells.processes.size();
    series.push_back(Tags{{"style", std::to_string(style)}, {"points", points}});
  }
  return series;
}

// The borders of regimes in d.
TagList borders_of(const DistanceClass& equations, const SizeAxis& axis) {
  TagList borders;
  for (const Regime& regime : equations.regimes) {
    const double at = static_cast<double>(std::max<std::int64_t>(regime.max_bytes, 0)) + 0.5;
    const bool inside = at > axis.low && regime.max_bytes < equations.cells->bytes.back();
    if (inside) borders.push_back(Tags{{"at", place_of(axis, at)}});
  }
  return borders;
}

}  // namespace

TagList residual_graphs(const Model& model) {
  TagList graphs;
  int target = 0;
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& each : classes) {
      ++target;
      if (!each.cells || each.cells->bytes.size() < 2) continue;
      const Cells& cells = *each.cells;
      const auto positive = std::upper_bound(cells.bytes.begin(), cells.bytes.end(), 0);
      const SizeAxis axis = size_axis(cells.bytes.front(), *positive, cells.bytes.back());
      const double log_factor = log_factor_of(cells);
      TagList ticks;
      for (const LogTick& tick : axis.ticks) {
        ticks.push_back(Tags{{"at", place_of(axis, tick.at)}, {"label", tick.label}});
      }
      graphs.push_back(Tags{{"call", call},
                            {"class", class_text(each.within)},
                            {"linked", Tag(has_page(call, each))},
                            {"target", std::to_string(target)},
                            {"ticks", ticks},
                            {"factor", significant(std::exp(log_factor), 2)},
                            {"borders", borders_of(each, axis)},
                            {"series", series_of(cells, axis, log_factor)}});
    }
  }
  return graphs;
}

}  // namespace revprof

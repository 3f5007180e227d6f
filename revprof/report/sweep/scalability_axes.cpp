// SPDX-License-Identifier: BSD-3-Clause
// Finds the ranges of the axes.
#include "revprof/report/sweep/scalability_axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace revprof {

const ScalabilityQuantity time_quantity = {
    &ScalabilityPoint::seconds, &ScalabilityPoint::low_seconds, &ScalabilityPoint::high_seconds};
const ScalabilityQuantity speedup_quantity = {
    &ScalabilityPoint::speedup, &ScalabilityPoint::low_speedup, &ScalabilityPoint::high_speedup};

std::vector<Tick> axis_places(const ScalabilityGraph& graph) {
  std::map<double, std::string> places;
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) places[point.position] = point.label;
  }
  std::vector<Tick> ticks;
  for (const auto& [position, label] : places) ticks.push_back({position, label});
  return ticks;
}

TimeAxis time_axis(const ScalabilityGraph& graph) {
  double lowest = std::numeric_limits<double>::max(), highest = 0;
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) {
      if (!time_quantity.can_be_drawn(point)) continue;
      lowest = std::min(lowest, point.low_seconds);
      highest = std::max(highest, point.high_seconds);
    }
  }
  if (highest == 0) lowest = highest = 1;
  TimeAxis axis;
  axis.unit = time_unit(std::sqrt(lowest * highest));
  axis.from = lowest / 1.25;
  axis.to = highest * 1.25;
  axis.ticks = logarithmic_ticks(axis.from / axis.unit.seconds, axis.to / axis.unit.seconds);
  return axis;
}

std::string speedup_heading(const ScalabilityGraph& graph) {
  const Tick fewest = axis_places(graph).front();
  const std::string name = graph.scaling == Scaling::weak ? "Scaled speed-up" : "Speed-up";
  return fewest.value == 1 ? name : name + " (against " + fewest.label + " processes)";
}

}  // namespace revprof

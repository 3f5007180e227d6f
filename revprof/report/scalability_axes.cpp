// SPDX-License-Identifier: BSD-3-Clause
// Finds the ranges of the axes.
#include "revprof/report/scalability_axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace revprof {

const ScalabilityQuantity time_quantity = {
    &ScalabilityPoint::seconds, &ScalabilityPoint::low_seconds, &ScalabilityPoint::high_seconds};
const ScalabilityQuantity speedup_quantity = {
    &ScalabilityPoint::speedup, &ScalabilityPoint::low_speedup, &ScalabilityPoint::high_speedup};

std::vector<int> process_counts(const ScalabilityGraph& graph) {
  std::set<int> counts;
  for (const ScalabilitySeries& series : graph.series) {
    for (const ScalabilityPoint& point : series.points) counts.insert(point.processes);
  }
  return {counts.begin(), counts.end()};
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
  const int fewest = process_counts(graph).front();
  return fewest == 1 ? "Speed-up" : "Speed-up (against " + std::to_string(fewest) + " processes)";
}

}  // namespace revprof

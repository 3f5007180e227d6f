// SPDX-License-Identifier: BSD-3-Clause
// What the SVG and the LaTeX form of the scalability graph have in common: what is drawn, and over
// which axes.
#pragma once

#include <vector>

#include "revprof/report/svg/axis.hpp"
#include "revprof/report/sweep/scalability.hpp"

namespace revprof {

// What one panel shows of a point.
struct ScalabilityQuantity {
  double ScalabilityPoint::*value;
  double ScalabilityPoint::*low;
  double ScalabilityPoint::*high;
  // A run that takes no time has no place on a logarithmic axis.
  bool can_be_drawn(const ScalabilityPoint& point) const { return point.*low > 0; }
};
extern const ScalabilityQuantity time_quantity, speedup_quantity;

// All places that occur on the axis of processes (or of an argument), in rising order.
std::vector<Tick> axis_places(const ScalabilityGraph& graph);

// The logarithmic axis of the times; ticks in the unit, the ends in seconds.
struct TimeAxis {
  TimeUnit unit;
  double from = 0, to = 0;
  std::vector<Tick> ticks;
};
TimeAxis time_axis(const ScalabilityGraph& graph);

// "Speed-up", and against what where that is not one process.
std::string speedup_heading(const ScalabilityGraph& graph);

}  // namespace revprof

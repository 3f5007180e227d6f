// SPDX-License-Identifier: BSD-3-Clause
// What the graphs of a call cover, and where on them an equation is sampled.
#pragma once

#include <cstdint>
#include <vector>

#include "fit/datasheet/datasheet_axis.hpp"
#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// What the graphs cover: the measured range, or the model's where nothing was measured.
struct Extent {
  std::vector<int> processes;  // ascending; measured ones, or a sample
  std::vector<std::int64_t> bytes;
};

// At most `count` of the values, evenly, with the first and the last.
template <typename Value>
std::vector<Value> selection(const std::vector<Value>& values, std::size_t count) {
  if (values.size() <= count) return values;
  std::vector<Value> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(values[(i * (values.size() - 1) + (count - 1) / 2) / (count - 1)]);
  }
  return chosen;
}

Extent extent(const DistanceClass& equations, const std::vector<MeasuredPoint>& points);

// The axes that the three graphs of a call share.
struct Axes {
  SizeAxis bytes;
  LogAxis processes, time;
};

// Sizes of a regime within the axis, and positions on it (0 bytes have one of their own).
struct Positions {
  std::vector<double> values, places;
};

Positions size_positions(const Regime& regime, const Extent& extent, const SizeAxis& axis);
std::vector<double> process_positions(const Regime& regime, const Extent& extent);

Axes axes(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
          const Extent& extent);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The graphs of one call: measured points and fitted curves over d and over p, and the fitted
// surface, as coordinates for pgfplots (times in microseconds).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fit/datasheet/datasheet_axis.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

struct MeasuredPoint {
  int processes = 0;
  std::int64_t bytes = 0;
  double seconds = 0;
};

// The medians of a call in one distance class; without measurements what the model's cells say.
std::vector<MeasuredPoint> measured_points(const std::string& call, const DistanceClass& equations,
                                           const Measurements* measurements);

// One colour and mark: a process count over d, or a size over p.
struct GraphSeries {
  int style = 0;
  std::string label;
  double label_height = 0;         // share of the axis, apart from its neighbours'
  std::string end;                 // where its curve ends
  std::string points, curve;       // "(1,2)(3,4)"; (nan,nan) parts the regimes
  std::vector<std::string> bands;  // closed outlines, one per regime
};

struct Graph {
  LogAxis across, time;
  std::vector<double> borders;  // between regimes
  std::vector<double> nodes;    // over p: where a block of ranks (a node) is full
  std::vector<GraphSeries> series;
};

// Points of one process count (style -1: one that the other graphs leave out).
struct SurfacePoints {
  int style = 0;
  std::string points;
};

// One regime's part of the surface: rows of `columns` points each.
struct SurfacePatch {
  std::string points;
  int columns = 0;
};

struct Surface {
  LogAxis bytes, processes, time;
  std::vector<SurfacePatch> patches;
  std::vector<std::string> lines;  // of regimes with one process count or one size
  std::vector<SurfacePoints> points;
};

// Moves labels apart that would touch, and keeps all beside the axis.
void spread_labels(std::vector<GraphSeries>& series);

// A graph over an axis with one value is absent.
struct Graphs {
  std::optional<Graph> over_bytes, over_processes;
  std::optional<Surface> surface;
};

Graphs graphs(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
              const std::vector<int>& block_sizes);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Samples equations and chooses what to show, so that no graph holds more than pgfplots draws
// quickly and a reader can tell apart.
#include "fit/datasheet/datasheet_graph.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_extent.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_curves = 6;
constexpr std::size_t most_points_per_curve = 32;
constexpr std::size_t most_processes_on_surface = 12;
constexpr double label_distance = 0.075;  // of the axis: labels one above the other do not touch

// pgfplots takes far longer for a logarithm than for the rest of a point, so it gets them ready.
std::string coordinate(double x, double y) {
  return "(" + log_position(x) + "," + log_position(y) + ")";
}

std::string coordinate(double x, double y, double z) {
  return "(" + log_position(x) + "," + log_position(y) + "," + log_position(z) + ")";
}

void label_at(double place, double time, GraphSeries& series, const LogAxis& axis) {
  series.end = "axis cs:" + log_position(place) + "," + log_position(time);
  series.label_height = axis.share(time);
}

// Where the label of a series without a curve belongs: beside the last of its points.
class LastPoint {
 public:
  void add(double place, double time) {
    if (place < place_) return;
    place_ = place;
    time_ = time;
  }
  void label(GraphSeries& series, const LogAxis& axis) const {
    if (series.curve.empty() && time_ > 0) label_at(place_, time_, series, axis);
  }

 private:
  double place_ = 0, time_ = 0;
};

// Adds one regime's stretch to a curve, and its band.
class CurvePen {
 public:
  CurvePen(GraphSeries& series, const LogAxis& across, const LogAxis& time)
      : series_(series), across_(across), time_(time) {}

  void begin(const Regime& regime) {
    band_factor_ = regime.band_factor.value_or(1);
    upper_.clear();
    lower_.clear();
    if (!series_.curve.empty()) series_.curve += "(nan,nan)";
  }
  void add(double place, double seconds) {
    const double time = seconds * microseconds;
    if (!(time > 0) || !std::isfinite(time)) return;
    series_.curve += coordinate(place, time);
    if (place >= last_place_) {
      last_place_ = place;
      label_at(place, time, series_, time_);
    }
    upper_ += coordinate(place, time_.clamped(time * band_factor_));
    lower_ = coordinate(place, time_.clamped(time / band_factor_)) + lower_;
  }
  void end() {
    if (band_factor_ > 1 && !upper_.empty()) series_.bands.push_back(upper_ + lower_);
  }

 private:
  GraphSeries& series_;
  const LogAxis& across_;
  const LogAxis& time_;
  double band_factor_ = 1, last_place_ = 0;
  std::string upper_, lower_;
};

// Borders between neighbours in one direction, each once, between first and last.
std::vector<double> borders(const std::set<double>& ends, double first, double last) {
  std::vector<double> result;
  for (const double end : ends) {
    if (end > first && end < last) result.push_back(end);
  }
  return result;
}

Graph graph_over_bytes(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
                       const Extent& extent, const Axes& axes) {
  Graph graph{axes.bytes, axes.time, {}, {}, {}};
  const std::vector<std::int64_t> shown = selection(extent.bytes, most_points_per_curve);
  for (const int p : selection(extent.processes, most_curves)) {
    GraphSeries series;
    series.style = static_cast<int>(graph.series.size());
    series.label = "p = " + std::to_string(p);
    CurvePen pen(series, graph.across, graph.time);
    for (const Regime& regime : equations.regimes) {
      if (p < regime.min_processes || p > regime.max_processes) continue;
      const Positions sizes = size_positions(regime, extent, axes.bytes);
      pen.begin(regime);
      for (std::size_t i = 0; i < sizes.values.size(); ++i) {
        pen.add(sizes.places[i], equation(regime, p, sizes.values[i]));
      }
      pen.end();
    }
    LastPoint largest;
    for (const MeasuredPoint& point : points) {
      if (point.processes != p || !std::binary_search(shown.begin(), shown.end(), point.bytes)) {
        continue;
      }
      series.points += coordinate(axes.bytes.at(point.bytes), point.seconds * microseconds);
      largest.add(axes.bytes.at(point.bytes), point.seconds * microseconds);
    }
    largest.label(series, graph.time);
    graph.series.push_back(std::move(series));
  }
  std::set<double> ends;
  for (const Regime& regime : equations.regimes) {
    ends.insert(static_cast<double>(std::max<std::int64_t>(regime.max_bytes, 0)) + 0.5);
  }
  graph.borders = borders(ends, axes.bytes.low, static_cast<double>(extent.bytes.back()));
  spread_labels(graph.series);
  return graph;
}

Graph graph_over_processes(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
                           const std::vector<int>& block_sizes, const Extent& extent,
                           const Axes& axes) {
  Graph graph{axes.processes, axes.time, {}, {}, {}};
  for (const std::int64_t d : selection(extent.bytes, most_curves - 1)) {
    GraphSeries series;
    series.style = static_cast<int>(graph.series.size());
    series.label = size_text(d);
    CurvePen pen(series, graph.across, graph.time);
    for (const Regime& regime : equations.regimes) {
      if (d < regime.min_bytes || d > regime.max_bytes) continue;
      pen.begin(regime);
      for (const double p : process_positions(regime, extent)) {
        pen.add(p, equation(regime, p, static_cast<double>(d)));
      }
      pen.end();
    }
    LastPoint largest;
    for (const MeasuredPoint& point : points) {
      if (point.bytes != d) continue;
      series.points += coordinate(point.processes, point.seconds * microseconds);
      largest.add(point.processes, point.seconds * microseconds);
    }
    largest.label(series, graph.time);
    graph.series.push_back(std::move(series));
  }
  std::set<double> ends;
  for (const Regime& regime : equations.regimes) ends.insert(regime.max_processes + 0.5);
  graph.borders = borders(ends, axes.processes.low, extent.processes.back());
  const std::set<double> full(block_sizes.begin(), block_sizes.end());
  graph.nodes = borders(full, extent.processes.front(), extent.processes.back());
  spread_labels(graph.series);
  return graph;
}

Surface surface(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
                const Extent& extent, const Axes& axes) {
  Surface result{axes.bytes, axes.processes, axes.time, {}, {}, {}};
  for (const Regime& regime : equations.regimes) {
    const Positions sizes = size_positions(regime, extent, axes.bytes);
    SurfacePatch patch{"", static_cast<int>(sizes.values.size())};
    for (const double p : process_positions(regime, extent)) {
      for (std::size_t i = 0; i < sizes.values.size(); ++i) {
        const double time = equation(regime, p, sizes.values[i]) * microseconds;
        patch.points += coordinate(sizes.places[i], p, axes.time.clamped(time));
      }
    }
    const bool has_area = patch.columns > 1 && process_positions(regime, extent).size() > 1;
    if (has_area) {
      result.patches.push_back(std::move(patch));
    } else if (!patch.points.empty()) {
      result.lines.push_back(std::move(patch.points));
    }
  }
  const std::vector<int> styled = selection(extent.processes, most_curves);
  const std::vector<std::int64_t> shown = selection(extent.bytes, most_points_per_curve);
  for (const int p : selection(extent.processes, most_processes_on_surface)) {
    const auto style = std::find(styled.begin(), styled.end(), p);
    SurfacePoints series{style == styled.end() ? -1 : static_cast<int>(style - styled.begin()), ""};
    for (const MeasuredPoint& point : points) {
      if (point.processes != p || !std::binary_search(shown.begin(), shown.end(), point.bytes)) {
        continue;
      }
      series.points += coordinate(axes.bytes.at(point.bytes), p, point.seconds * microseconds);
    }
    if (!series.points.empty()) result.points.push_back(std::move(series));
  }
  return result;
}

std::vector<MeasuredPoint> points_of_cells(const DistanceClass& equations) {
  std::vector<MeasuredPoint> points;
  if (!equations.cells) return points;
  const Cells& cells = *equations.cells;
  for (std::size_t i = 0; i < cells.processes.size(); ++i) {
    for (std::size_t j = 0; j < cells.bytes.size(); ++j) {
      const double residual = cells.log_residuals[i][j];
      if (std::isnan(residual)) continue;
      const Regime& regime = regime_at(equations, cells.processes[i], cells.bytes[j]);
      const double fitted =
          equation(regime, cells.processes[i], static_cast<double>(cells.bytes[j]));
      if (!(fitted > 0)) continue;
      points.push_back({cells.processes[i], cells.bytes[j], fitted * std::exp(residual)});
    }
  }
  return points;
}

}  // namespace

// As little as needed, upwards and then back down.
void spread_labels(std::vector<GraphSeries>& series) {
  std::vector<GraphSeries*> order;
  for (GraphSeries& each : series) order.push_back(&each);
  std::stable_sort(order.begin(), order.end(), [](const GraphSeries* a, const GraphSeries* b) {
    return a->label_height < b->label_height;
  });
  for (int pass = 0; pass < 200; ++pass) {
    bool moved = false;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const double gap = order[i]->label_height - order[i - 1]->label_height;
      if (gap >= label_distance - 1e-6) continue;
      order[i]->label_height += (label_distance - gap) / 2;
      order[i - 1]->label_height -= (label_distance - gap) / 2;
      moved = true;
    }
    if (!moved) break;
  }
  if (order.empty()) return;
  // All back beside the axis, whose height is enough for every label.
  const double above = std::max(0.0, order.back()->label_height - 1);
  const double below = std::max(0.0, above - order.front()->label_height);
  for (GraphSeries* each : order) each->label_height += below - above;
}

std::vector<MeasuredPoint> measured_points(const std::string& call, const DistanceClass& equations,
                                           const Measurements* measurements) {
  if (!measurements) return points_of_cells(equations);
  std::vector<MeasuredPoint> points;
  for (const Measurement& cell : measurements->cells) {
    // A logarithmic axis has no place for a time of 0 (below the clock's resolution).
    if (cell.call != call || cell.within != equations.within || !(cell.median > 0)) continue;
    points.push_back({cell.processes, cell.bytes, cell.median});
  }
  return points;
}

Graphs graphs(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
              const std::vector<int>& block_sizes) {
  const Extent range = extent(equations, points);
  const Axes shared = axes(equations, points, range);
  const bool over_bytes = range.bytes.size() > 1;
  const Regime& first = equations.regimes.front();
  const bool over_processes =
      range.processes.size() > 1 &&
      std::any_of(equations.regimes.begin(), equations.regimes.end(), [&](const Regime& regime) {
        return regime.min_processes < regime.max_processes ||
               regime.min_processes != first.min_processes;
      });
  Graphs result;
  if (over_bytes || !over_processes) {
    result.over_bytes = graph_over_bytes(equations, points, range, shared);
  }
  if (over_processes) {
    result.over_processes = graph_over_processes(equations, points, block_sizes, range, shared);
  }
  if (over_bytes && over_processes) result.surface = surface(equations, points, range, shared);
  return result;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Predicted time and speed-up over the number of processes: table and graphs of `revprof sweep`.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace revprof {

// strong: the same work for any number of processes; weak: as much work for each process; none: not
// over processes but over an argument of the program.
enum class Scaling { strong, weak, none };

// A lane of a run, as SummaryLane has it, and what it predicts.
struct ScalabilityLane {
  std::string name;
  double seconds = 0;
  std::string estimate = "mean", of = "";
};

// What one run of a sweep predicts: its lanes in their order.
struct ScalabilityRow {
  int processes = 0;
  std::vector<ScalabilityLane> lanes;
  double argument = 0;     // of Scaling::none: its place on the axis
  std::string label = "";  // and its name there
  // Share of the communication whose time lies beyond what the machine was measured for.
  double extrapolated = 0;
};

struct ScalabilityPoint {
  int processes = 0;
  double seconds = 0;
  double low_seconds = 0, high_seconds = 0;  // the band; both equal seconds where there is none
  // Seconds of the fewest processes / seconds, times the fewest (strong) or times processes (weak).
  double speedup = 0;
  double low_speedup = 0, high_speedup = 0;
  double extrapolated = 0;
  double position = 0;  // on the axis: processes, or the argument
  std::string label;

  double efficiency() const { return speedup / processes; }
  bool is_extrapolated() const { return extrapolated >= 0.0005; }
};

// One curve of the graph.
struct ScalabilitySeries {
  std::string name;
  std::string estimate;  // its lane's
  bool band = false;
  std::vector<ScalabilityPoint> points;  // by rising processes
};

struct ScalabilityGraph {
  std::string title;     // the program, such as "outer 1000"
  std::string subtitle;  // the machine
  std::vector<ScalabilitySeries> series;
  Scaling scaling = Scaling::strong;
  std::string axis = "processes";  // or the argument's name
};

// Makes curves of lanes. A lane becomes one curve with its low and high, where it has both. Every
// other lane is a curve of its own. Each lane's speed-up is
// relative to its own time on the fewest processes, since a lane is one machine. Throws
// std::runtime_error where the rows' lanes differ or a place on the axis comes twice.
std::vector<ScalabilitySeries> scalability_series(const std::vector<ScalabilityRow>& rows,
                                                  Scaling scaling = Scaling::strong);

// The table of one curve, its head first, as cells of text.
std::vector<std::vector<std::string>> scalability_cells(const ScalabilityGraph& graph,
                                                        const ScalabilitySeries& series);
// What the mark behind a place means; nothing where no place has one.
std::string extrapolation_note(const ScalabilityGraph& graph);
// The machine, and what open circles mean.
std::string graph_subtitle(const ScalabilityGraph& graph);
std::string scalability_table(const ScalabilityGraph& graph);  // plain text
std::string csv_word(const std::string& text);                 // a field in quotes
std::string scalability_csv(
    const ScalabilityGraph& graph);  // exact numbers, one line per series and point
std::string scalability_svg(const ScalabilityGraph& graph);
std::string scalability_tex(const ScalabilityGraph& graph);  // stand-alone LaTeX with pgfplots

// Writes stem.csv, stem.svg and stem.tex; returns the names written.
std::vector<std::string> write_scalability(const ScalabilityGraph& graph, const std::string& stem);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// All that a sweep has found: text for a terminal, tables, graph and page as files.
#pragma once

#include <string>
#include <vector>

#include "revprof/report/sweep/scalability.hpp"
#include "revprof/report/sweep/scaling_loss.hpp"

namespace revprof {

// The lanes and parts of the runs that make up a set of curves.
struct SweepCurve {
  std::string name;  // "fugaku, n=100"; empty: the only one
  std::vector<ScalabilityRow> rows;
  std::vector<RunCost> parts;  // of lane 0, one for each row
};

struct SweepRun {
  std::string label;
  std::string predicted;  // "1.250 s", or that it failed
  std::string directory;  // beside the page; empty: it left none
};

struct SweepPage {
  ScalabilityGraph graph;
  std::vector<ScalingFindings> findings;
  std::vector<SweepCurve> curves;
  std::vector<SweepRun> runs;
  std::string note = "";  // what else is to be known of all runs; empty: nothing
};

// From `graph` as far as title, subtitle, scaling and axis go. Rows may come in any order.
SweepPage sweep_page(ScalabilityGraph graph, std::vector<SweepCurve> curves,
                     std::vector<SweepRun> runs);

std::string sweep_text(const SweepPage& page);
std::string parts_csv(const SweepPage& page);  // seconds and share of every part of every run
std::string sweep_html(const SweepPage& page);

// Writes what write_scalability() does, and stem.html and stem-parts.csv.
std::vector<std::string> write_sweep(const SweepPage& page, const std::string& stem);

}  // namespace revprof

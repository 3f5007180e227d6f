// SPDX-License-Identifier: BSD-3-Clause
// The runs of a sweep: one for each number of processes, combination of arguments, and model.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/run/placeholders.hpp"

namespace revprof {

// What is to be swept, as the command line has it.
struct SweepRange {
  std::vector<std::string> program;  // with {processes} and other places still in it
  std::vector<int> processes;
  std::vector<Placeholder> arguments;
  std::vector<std::string> models;  // files; one empty name: the scenario names them
  bool weak = false;                // each argument has a value for each number of processes
};

struct PlannedRun {
  std::string model;
  int processes = 1;
  std::vector<std::string> program;  // with nothing left to fill in
  std::string directory;             // of its results, inside that of the sweep
  std::string label;                 // "fugaku, n=100, 4 processes"
  double position = 0;               // on the axis of its curve
  std::string position_label;
};

// The runs that become one curve for each lane.
struct PlannedCurve {
  std::string name;  // "fugaku, n=100"; empty: the only one
  std::vector<PlannedRun> runs;
};

struct SweepPlan {
  std::string axis = "processes";  // or the name of an argument
  std::vector<PlannedCurve> curves;

  bool over_processes() const { return axis == "processes"; }
  std::size_t runs() const;
};

// The axis is an argument where it alone has several values, and all are numbers. Throws UsageError
// where arguments and program, or a weak sweep's values and numbers of processes, do not fit
// together.
SweepPlan plan_sweep(const SweepRange& range);

}  // namespace revprof

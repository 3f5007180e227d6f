// SPDX-License-Identifier: BSD-3-Clause
// How far more processes pay, and which call takes what they lose.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "revprof/report/sweep/scalability.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// A run's time on lane 0 by what it goes to: seconds over all processes, which add up to the
// processes times the run's time.
struct CostPart {
  std::string name;  // "computation", "MPI_Send", "waiting in MPI_Recv", "idle at the end"
  double seconds = 0;
};
struct RunCost {
  int processes = 0;
  double seconds = 0;  // of the run
  std::vector<CostPart> parts;
  double extrapolated = 0;  // share of the communication

  double share(const std::string& name) const;  // 0 where there is no such part
};
RunCost run_cost(const Summary& summary);

// From one number of processes to the next. Without loss twice the processes would do twice the
// work in a time.
struct ScalingStep {
  int from = 0, to = 0;
  double added_processes = 0;  // 1: twice as many
  double added_speed = 0;      // 0.36: does 1.36 times the work in a time
  double loss_seconds = 0;     // of the run of `to` processes, against the step without loss
  // What the loss goes to, the most first; of curves whose parts are known. Seconds of the run.
  std::vector<CostPart> lost_to;

  bool pays() const { return added_speed >= added_processes / 2; }
};

struct ScalingFindings {
  std::string curve;  // its name, where there are several
  int tried = 0;      // the most processes
  std::vector<ScalingStep> steps;
  std::vector<RunCost> parts;  // of each run; empty where they are not known

  // The step at which more processes stop paying: they bring less than half of what they should.
  const ScalingStep* last_straw() const;
};

// `parts` is empty or has one entry for each point of the curve.
ScalingFindings scaling_findings(const ScalabilitySeries& curve, Scaling scaling,
                                 const std::vector<RunCost>& parts);

// Sentences, at most 80 columns.
std::string scaling_text(const ScalingFindings& findings);

// What the time goes to at each place of a curve: the parts with the greatest shares, as cells of
// text, the head first.
std::vector<std::vector<std::string>> share_cells(const std::vector<RunCost>& parts,
                                                  const std::vector<std::string>& places,
                                                  const std::string& axis);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The equations behind a run's calls, as printed on the datasheet.
#pragma once

#include <string>
#include <vector>

#include "fit/model/model.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// One regime; equation and ranges are HTML.
struct EquationRow {
  std::string distance, processes, bytes, equation;
};

struct CallEquations {
  std::string serving;            // whose equations these are; empty: the model has none
  EquationRow at_mean;            // the one for all processes and the call's mean size
  std::vector<EquationRow> rows;  // all of them
};

CallEquations call_equations(const Model& model, const CallSummary& call, int processes);

// Of "transit", "gap" and "exchange", which say how long messages are under way.
std::vector<EquationRow> equation_rows(const std::vector<DistanceClass>& classes);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Looks up the equations that served a call.
#include "revprof/report/html/call_equations.hpp"

#include <algorithm>

#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_text.hpp"
#include "revprof/calls/known_call.hpp"
#include "revprof/report/html/math_html.hpp"

namespace revprof {

namespace {

EquationRow row(const DistanceClass& equations, const Regime& regime) {
  return {class_text(equations.within),
          math_html(process_range(regime.min_processes, regime.max_processes)),
          math_html(size_range(regime.min_bytes, regime.max_bytes)),
          math_html(equation_text(regime))};
}

// Some calls are always charged by another one's equation (MPI_Waitall by MPI_Wait's), and count as
// measured.
std::string serving_call(const Model& model, const CallSummary& call) {
  if (!call.stand_in.empty()) return model.has_equation(call.stand_in) ? call.stand_in : "";
  if (model.has_equation(call.call)) return call.call;
  const CallTraits* const known = find_traits(call.call);
  if (known == nullptr || known->charge != Charge::stand_in || call.source == "assumed") return "";
  const std::string charged = call_traits[known->stand_in].name;
  return model.has_equation(charged) ? charged : "";
}

// The smallest block that holds all processes; 0: none.
int block_of_all(const Model& model, int processes) {
  for (const int block : model.point_to_point.block_sizes) {
    if (block >= processes) return block;
  }
  return 0;
}

}  // namespace

std::vector<EquationRow> equation_rows(const std::vector<DistanceClass>& classes) {
  std::vector<EquationRow> rows;
  for (const DistanceClass& equations : classes) {
    for (const Regime& regime : equations.regimes) rows.push_back(row(equations, regime));
  }
  return rows;
}

CallEquations call_equations(const Model& model, const CallSummary& call, int processes) {
  CallEquations result;
  result.serving = serving_call(model, call);
  if (result.serving.empty()) return result;
  const auto& classes = model.calls.at(result.serving);
  const DistanceClass& equations = distance_class(classes, block_of_all(model, processes));
  const std::int64_t mean_bytes = call.count > 0 ? call.bytes / call.count : 0;
  result.at_mean = row(equations, regime_at(equations, processes, mean_bytes));
  result.rows = equation_rows(classes);
  return result;
}

}  // namespace revprof

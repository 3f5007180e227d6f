// SPDX-License-Identifier: BSD-3-Clause
// Evaluates every equation at the corners of its range: with terms that only grow or fall its
// extremes are there.
#include "fit/model/plausibility.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fit/measurements/measurements.hpp"

namespace revprof {

namespace {

std::string flaw(const Regime& regime) {
  if (regime.c == 0 && regime.s == 0 && regime.k == 0) {
    return "expected a coefficient that is not 0: the call would take no time";
  }
  double most = -HUGE_VAL;
  for (const int processes : {regime.min_processes, regime.max_processes}) {
    for (const std::int64_t bytes : {regime.min_bytes, regime.max_bytes}) {
      most = std::max(most, equation(regime, processes, static_cast<double>(bytes)));
    }
  }
  if (!(most > 0)) return "expected an equation that is positive somewhere in its range";
  if (most <= longest_seconds) return "";
  char text[160];
  std::snprintf(text, sizeof text,
                "expected times below %g s (coefficients are in seconds), found %.3g s",
                longest_seconds, most);
  return text;
}

void add_flaws(const DistanceClass& equations, const std::string& place,
               std::vector<std::string>& flaws) {
  for (std::size_t i = 0; i < equations.regimes.size(); ++i) {
    const std::string what = flaw(equations.regimes[i]);
    if (!what.empty()) flaws.push_back(place + ".regimes[" + std::to_string(i) + "]: " + what);
  }
}

}  // namespace

std::vector<std::string> implausible_equations(const Model& model) {
  std::vector<std::string> flaws;
  for (const auto& [call, classes] : model.calls) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      add_flaws(classes[i], "calls." + call + "[" + std::to_string(i) + "]", flaws);
    }
  }
  if (!model.computation) return flaws;
  for (const auto& [name, equations] : model.computation->times) {
    add_flaws(equations, "computation.times." + name, flaws);
  }
  return flaws;
}

}  // namespace revprof

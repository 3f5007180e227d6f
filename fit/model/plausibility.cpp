// SPDX-License-Identifier: BSD-3-Clause
// Evaluates every equation at the corners of its range: with terms that only grow or fall its
// extremes are there.
#include "fit/model/plausibility.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace revprof {

namespace {

constexpr double longest_seconds = 1e6;  // of one call: twelve days

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

}  // namespace

std::vector<std::string> implausible_equations(const Model& model) {
  std::vector<std::string> flaws;
  for (const auto& [call, classes] : model.calls) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::size_t j = 0; j < classes[i].regimes.size(); ++j) {
        const std::string what = flaw(classes[i].regimes[j]);
        if (what.empty()) continue;
        flaws.push_back("calls." + call + "[" + std::to_string(i) + "].regimes[" +
                        std::to_string(j) + "]: " + what);
      }
    }
  }
  return flaws;
}

}  // namespace revprof

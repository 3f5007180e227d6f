// SPDX-License-Identifier: BSD-3-Clause
// Six significant digits of errors; a millionth of a log residual.
#include "fit/fit/digits.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace revprof {

namespace {

void round_off(double& value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  value = std::strtod(text, nullptr);
}

void round_off(std::optional<double>& value) {
  if (value) round_off(*value);
}

void drop_digits(Regime& regime) {
  if (auto& errors = regime.standard_errors) {
    for (double* const error : {&errors->c, &errors->s, &errors->k}) round_off(*error);
  }
  if (regime.covariance) {
    for (auto& row : *regime.covariance) {
      for (double& value : row) round_off(value);
    }
  }
  // Not the band's factor: the farthest point that it holds lies at its edge.
  round_off(regime.log_residual);
  round_off(regime.repetition_spread);
  round_off(regime.cell_error);
  if (regime.runner_up) round_off(regime.runner_up->bic_difference);
  if (auto& quality = regime.quality) {
    for (double* const error :
         {&quality->median_error, &quality->p90_error, &quality->max_error, &quality->coverage}) {
      round_off(*error);
    }
    round_off(quality->left_out_error);
    round_off(quality->each_left_out_error);
  }
}

void drop_digits(Cells& cells) {
  constexpr double part = 1e6;
  for (std::vector<double>& row : cells.log_residuals) {
    for (double& residual : row) residual = std::round(residual * part) / part;  // NaN stays
  }
}

void drop_digits(DistanceClass& equations) {
  for (Regime& regime : equations.regimes) drop_digits(regime);
  if (equations.cells) drop_digits(*equations.cells);
}

}  // namespace

void drop_digits(Model& model) {
  for (auto& [call, classes] : model.calls) {
    for (DistanceClass& equations : classes) drop_digits(equations);
  }
  if (!model.computation) return;
  for (auto& [name, equations] : model.computation->times) drop_digits(equations);
}

}  // namespace revprof

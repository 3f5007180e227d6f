// SPDX-License-Identifier: BSD-3-Clause
// Which of the twelve forms a regime gets, and which comes second.
#pragma once

#include <optional>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/regimes.hpp"
#include "fit/model/model.hpp"

namespace revprof {

struct FormChoice {
  EquationFit fit;
  std::optional<RunnerUp> runner_up;
};

FormChoice choose_form(const Range& range);

}  // namespace revprof

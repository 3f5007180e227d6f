// SPDX-License-Identifier: BSD-3-Clause
// Copies a fit into the model's words.
#include "fit/fit/regime_record.hpp"

#include <cmath>

namespace revprof {

Regime recorded(const Range& range, const EquationFit& fit) {
  Regime regime;
  regime.min_bytes = range.min_bytes;
  regime.max_bytes = range.max_bytes;
  regime.min_processes = range.min_processes;
  regime.max_processes = range.max_processes;
  regime.form = fit.form;
  regime.c = fit.coefficients[0];
  regime.s = fit.coefficients[1];
  regime.k = fit.coefficients[2];
  const auto error = [&](Eigen::Index i) { return std::sqrt(fit.covariance(i, i)); };
  regime.standard_errors = StandardErrors{error(0), error(1), error(2)};
  auto& covariance = regime.covariance.emplace();
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      covariance[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = fit.covariance(i, j);
    }
  }
  return regime;
}

}  // namespace revprof

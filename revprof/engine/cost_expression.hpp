// SPDX-License-Identifier: BSD-3-Clause
// The program's cost expression, T = sum n_i * term_i: what stands on a critical path, in terms of
// a model's coefficients.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "revprof/engine/path_step.hpp"

namespace revprof {

class Pricing;

// n times a value: a coefficient of an equation, or something that is none.
struct PathTerm {
  std::string term;                          // "c", "s" or "k" of an equation; else what it is
  std::string equation, distance_class;      // "MPI_Allreduce", "beyond"; else empty
  std::string function;                      // what s or k stands before: "log(p)", "p*d"
  int min_processes = 0, max_processes = 0;  // its regime
  std::int64_t min_bytes = 0, max_bytes = 0;
  double n = 0, value = 0;
  std::optional<double> standard_error;  // of the value

  double seconds() const { return n * value; }
};

// How far the sum may be off because the equations' coefficients are not known better. Those of one
// equation belong together (its covariance), those of different ones are independent.
struct PathBand {
  double standard_deviation = 0;  // of T, in seconds
  double known = 1;  // the share of the equations' time whose coefficients have errors in the model
};

struct CostExpression {
  std::vector<PathTerm> terms;  // the greatest first
  PathBand band;
};

// What a path charges: a price, how often, and all of it together.
struct Charged {
  Price price;
  double count = 0;
  SimSum time;
};
CostExpression cost_expression(const std::vector<Charged>& charges, const Pricing& pricing);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// From measurements to a machine model.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

struct FitOptions {
  // revprof: robust, on log t, with regimes found by search. howell: the recipe of the paper,
  // literally.
  enum class Method { revprof, howell };
  Method method = Method::revprof;
  double confidence = 0.95;  // of the band and of nothing else
  unsigned cores = 0;        // that fit calls at the same time; 0: all there are
};

// Nothing in the measurements can be fitted; what() says why.
struct FitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The model, and one sentence for each call or distance class that had too few points and was left
// out.
struct FitResult {
  Model model;
  std::vector<std::string> warnings;
};

FitResult fit_model(const Measurements& measurements, const FitOptions& options = {});

}  // namespace revprof

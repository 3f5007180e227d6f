// SPDX-License-Identifier: BSD-3-Clause
// A model of one call, and measurements that it meets nearly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

inline Regime regime(Form form, double c, double s, double k,
                     std::optional<StandardErrors> errors = std::nullopt) {
  Regime result;
  result.min_bytes = 0;
  result.max_bytes = 65536;
  result.min_processes = 2;
  result.max_processes = 32;
  result.form = form;
  result.c = c;
  result.s = s;
  result.k = k;
  result.standard_errors = errors;
  return result;
}

// The equation of Howell's Figure 1, with every optional part of a regime.
inline Regime howell_regime() {
  Regime result =
      regime({Startup::p, Data::d}, 50e-6, 40e-6, 1e-9, StandardErrors{20e-6, 1e-6, 0.9e-9});
  result.log_residual = 0.04;
  result.band_factor = 1.2;
  result.runner_up = RunnerUp{{Startup::log_p, Data::p_d}, 3.1};
  result.quality = Quality{20, 0.03, 0.08, 0.11, 0.95, 0.07, 0.05};
  return result;
}

inline Model model_of(const std::string& call, std::vector<Regime> regimes) {
  Model model;
  model.machine.name = "a machine";
  model.machine.size_meaning = "per process";
  DistanceClass beyond;
  beyond.regimes = std::move(regimes);
  model.calls[call] = {beyond};
  return model;
}

inline Measurements measurements_of(const std::string& call, const Regime& truth) {
  Measurements result;
  result.header = {{"machine", "a machine"}, {"command", "characterize --max-bytes 65536"}};
  for (const int p : {2, 3, 4, 8, 16, 32}) {
    for (const std::int64_t d : {0, 1, 8, 64, 512, 4096, 65536}) {
      const double t = equation(truth, p, static_cast<double>(d)) * (d % 3 == 0 ? 1.05 : 0.97);
      result.cells.push_back({call, 0, p, d, 10, t, t, t, t, t});
    }
  }
  return result;
}

}  // namespace revprof

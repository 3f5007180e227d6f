// SPDX-License-Identifier: BSD-3-Clause
// The text of a model that is right, and what the reader says of one that is not.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fit/model/model_json.hpp"

namespace revprof {

inline const std::string valid = R"~({
"format": "revprof-model", "version": 1,
"machine": {"name": "n", "description": "e", "mpi": "m", "date": "t", "ranks_per_node": 4,
            "source": "s", "statistic": "median", "size_meaning": "per peer"},
"point_to_point": {"eager_limit_bytes": 4096, "block_sizes": [4, 64]},
"calls": {"MPI_Bcast": [{"class": "within 4", "regimes": [
  {"min_bytes": 0, "max_bytes": 32, "min_processes": 2, "max_processes": 4,
   "startup": "log(p)", "data": "p*d", "c": 1e-6, "s": 2e-6, "k": 3e-10,
   "standard_errors": {"c": 1e-7, "s": 0, "k": 1e-11},
   "covariance": [[1, 0, 0.5], [0, 0, 0], [0.5, 0, 1]], "log_residual": 0.04, "band_factor": 1.09,
   "repetition_spread": 0.2, "cell_error": 0.06,
   "runner_up": {"startup": null, "data": "d", "bic_difference": 3.5},
   "quality": {"points": 42, "median_error": 0.03, "p90_error": 0.08, "max_error": 0.125,
               "coverage": 0.95, "left_out_error": 0.25, "each_left_out_error": 0.125}},
  {"min_bytes": 33, "max_bytes": 64, "min_processes": 2, "max_processes": 4,
   "startup": null, "data": "d", "c": 1, "s": 0, "k": 0}],
  "cells": {"processes": [2, 4], "bytes": [0, 64], "log_residuals": [[0.5, null], [0, -0.5]]}}],
"gap": [{"regimes": [{"min_bytes": 1, "max_bytes": 9223372036854775807, "min_processes": 2,
   "max_processes": 2147483647, "startup": null, "data": "d", "c": 1, "s": 0, "k": 0}]}]}
})~";

inline std::string with(const std::string& from, const std::string& to) {
  const std::size_t at = valid.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  std::string text = valid;
  return text.replace(at, from.size(), to);
}

inline std::string complaint(const std::string& text) {
  try {
    parse_model(text, "m.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no complaint";
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The header of the measurement file: which machine, what was found out about it, which settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "characterize/eager_limit.hpp"
#include "characterize/options.hpp"
#include "fit/measurements/distance_map.hpp"

namespace revprof {

struct Findings {
  std::string command, date;
  int processes = 0;
  int launch = 1;
  std::vector<int> block_sizes;
  int partner = 0;
  std::vector<int> ranks_apart;
  DistanceMap distances;
  std::vector<std::int64_t> jumps;
  std::optional<FoundEagerLimit> eager_limit;
  std::vector<std::string> left_out;
  bool crowded = false;
  std::string files_in;  // directory and file system; empty: no files were measured
  Header node;           // of computation on a node; empty: it was not measured
  int ranks_per_node = 1;
  long late = 0, repetitions = 0;
  std::vector<double> clock_residuals, start_skews;  // seconds
};

Header make_header(const Options& options, const Findings& findings);

// "2026-11-21", of this moment.
std::string date_now();

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The header of the measurement file: which machine, what was found out about it, which settings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "characterize/eager_limit.hpp"
#include "characterize/options.hpp"

namespace revprof {

struct Findings {
  std::string command, date;
  int processes = 0;
  std::vector<int> block_sizes;
  bool eager_limit_known = false;
  EagerLimit eager_limit;
  std::vector<std::string> left_out;
  bool crowded = false;
  std::string files_in;  // directory and file system; empty: no files were measured
  int ranks_per_node = 1;
  long late = 0, repetitions = 0;
};

std::vector<std::pair<std::string, std::string>> make_header(const Options& options,
                                                             const Findings& findings);

// "2026-11-21", of this moment.
std::string date_now();

}  // namespace revprof

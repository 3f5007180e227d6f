// SPDX-License-Identifier: BSD-3-Clause
// The critical path of a run in words: the cost expression, what changes would change, and how
// sure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/trace/critical_path.hpp"

namespace revprof {

// What of the path one call, or one place in the program, makes.
struct PathShare {
  std::string name;  // "MPI_Allreduce", "computation", "stencil.cpp:120"
  double count = 0;  // prices charged
  std::int64_t picoseconds = 0;
  double latency_seconds = 0, transfer_seconds = 0;
};
std::vector<PathShare> path_by_call(const CriticalPath& path);  // the greatest first
// ... by call and site; empty where no sites are known.
std::vector<PathShare> path_by_site(const CriticalPath& path);

// "c of MPI_Allreduce (beyond, 0 to 2048 bytes, 2 to 64 processes)".
std::string term_name(const PathTerm& term);

// T = sum n_i * term_i, as a table.
std::string cost_expression_table(const std::vector<PathTerm>& terms, std::int64_t picoseconds);
// What a faster call would save, at most: other ways become the longest at last.
std::string sensitivity_table(const std::vector<PathShare>& shares, std::int64_t picoseconds);
std::string band_text(const PathBand& band, std::int64_t picoseconds);

// All of these.
std::string path_text(const CriticalPath& path);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The critical path of a run in words: the cost expression, what changes would change, and how
// sure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/report/text/what_if.hpp"
#include "revprof/trace/path/critical_path.hpp"

namespace revprof {

// "c of MPI_Allreduce (beyond, 0 to 2048 bytes, 2 to 64 processes)".
std::string term_name(const PathTerm& term);
std::string number_text(double n);  // "12", "1,234", "31.25", "6.7e+08"
std::string value_text(
    double seconds);  // of a coefficient: what it is a time of, its equation says

// T = sum n_i * term_i, as a table.
std::string cost_expression_table(const std::vector<PathTerm>& terms, SimSum picoseconds);
// What a faster call would save.
std::string sensitivity_table(const std::vector<PathShare>& shares, SimSum picoseconds);
std::string band_text(const PathBand& band, SimSum picoseconds);

// All of these.
std::string path_text(const CriticalPath& path);

}  // namespace revprof

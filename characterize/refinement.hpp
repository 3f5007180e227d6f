// SPDX-License-Identifier: BSD-3-Clause
// Where sizes are added: between two neighbours whose times a jump lies between, as where an MPI
// library changes its protocol. Knows no MPI.
#pragma once

#include <cstdint>
#include <vector>

namespace revprof {

// A cell of one call, class and number of processes.
struct SizeTime {
  std::int64_t bytes = 0;
  double seconds = 0;
  double relative_error = 0;  // half the width of the median's confidence interval
};

// The sizes to measure next; each halves (on a logarithmic scale) an interval with a jump that
// interpolation between the neighbours outside does not foretell and noise does not explain.
// `line` ascends in bytes.
std::vector<std::int64_t> sizes_to_add(const std::vector<SizeTime>& line);

}  // namespace revprof

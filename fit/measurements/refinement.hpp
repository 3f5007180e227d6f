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

struct SizeInterval {
  std::int64_t low = 0, high = 0;  // bytes
};

constexpr double clear_jump = 0.25;  // of log t

// Neighbours with a jump of more than `least` between them that interpolation between the
// neighbours outside does not foretell and noise does not explain. `line` ascends in bytes.
std::vector<SizeInterval> jumps_of(const std::vector<SizeTime>& line, double least = clear_jump);

// Halves it on a logarithmic scale.
std::int64_t middle_of(const SizeInterval& interval);

// The sizes to measure next: the middles of intervals with a jump, as long as they are wide.
bool is_wide(const SizeInterval& interval);
std::vector<std::int64_t> sizes_to_add(const std::vector<SizeTime>& line);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Where the time of a message jumps from one size to the next, as where a library changes its
// protocol: no power of two tells that. Knows no MPI.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fit/measurements/refinement.hpp"

namespace revprof {

// The last sizes before a jump, ascending: the largest jumps of more than 2 % and of more than
// noise explains.
std::vector<std::int64_t> find_jumps(std::int64_t max_bytes,
                                     const std::function<SizeTime(std::int64_t)>& time);

}  // namespace revprof

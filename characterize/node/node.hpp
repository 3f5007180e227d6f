// SPDX-License-Identifier: BSD-3-Clause
// Computation on a node: what is timed, and what is found out beside it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace revprof {

// For the measurement file's header: {"caches", "L1 49152 L2 1048576"}, {"simd_bytes", "32"}.
std::vector<std::pair<std::string, std::string>> node_findings();

}  // namespace revprof

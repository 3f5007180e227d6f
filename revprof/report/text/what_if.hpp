// SPDX-License-Identifier: BSD-3-Clause
// What of a critical path each call, or each place in the program, makes, and what a faster one
// would save.
#pragma once

#include <string>
#include <vector>

#include "revprof/trace/path/critical_path.hpp"

namespace revprof {

// Of the predicted time.
struct Saving {
  double seconds = 0;
  bool at_most = false;  // another way then becomes the longest
};

struct PathShare {
  std::string name;  // "MPI_Allreduce", "computation", "MPI_Send  stencil.cpp:120"
  SimSum picoseconds;
  Saving twice_as_fast, no_latency, no_transfer;
};

std::vector<PathShare> path_by_call(const CriticalPath& path);  // the greatest first
// ... by call and site; empty where no sites are known.
std::vector<PathShare> path_by_site(const CriticalPath& path);

// "MPI_Allreduce is 31.0 % of the predicted time; twice as fast saves 15.5 %, ...": a sentence for
// each of the few calls that matter most.
std::string what_if_text(const CriticalPath& path);

}  // namespace revprof

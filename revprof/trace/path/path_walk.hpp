// SPDX-License-Identifier: BSD-3-Clause
// Walks the critical path backwards through the steps of all processes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/path/step_file.hpp"

namespace revprof {

// Fills in what the steps say: charges, alternatives, segments. `last` is the latest process's last
// step; cost(price) is what a whole one takes, to count those that are charged in part;
// site_of() what of path.sites is meant by a step's own number of it.
void walk_path(const StepReader& steps, StepPlace last,
               const std::function<SimTime(const Price&)>& cost,
               const std::function<int(int rank, int site)>& site_of, CriticalPath& path);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What every place in the program has cost, of all processes together.
#pragma once

#include <vector>

#include "revprof/run/run.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

struct GatheredSites {
  std::vector<SiteSummary> sites;         // the dearest first
  std::vector<std::vector<int>> numbers;  // [process][site as numbered there]: the one above

  int index_of(int process, int number) const {
    return numbers[static_cast<std::size_t>(process)][static_cast<std::size_t>(number)];
  }
};

// Of all processes; on rank 0: all of them. Empty where call sites were not asked for.
GatheredSites gather_sites(const Run& run);

}  // namespace revprof

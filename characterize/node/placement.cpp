// SPDX-License-Identifier: BSD-3-Clause
// Binds by sched_setaffinity(2), and gives back what the process was allowed before.
#include "characterize/node/placement.hpp"

#include <sched.h>

namespace revprof {

namespace {

bool bind_to(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

Placement::Placement(int place, int processes) {
  // What it may use changes when it is bound, so it is asked once.
  static const std::vector<int> all = processors_in_order();
  if (static_cast<int>(all.size()) < processes) return;
  if (bind_to({all[static_cast<std::size_t>(place)]})) before_ = all;
}

Placement::~Placement() {
  if (!before_.empty()) bind_to(before_);
}

}  // namespace revprof

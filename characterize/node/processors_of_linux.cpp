// SPDX-License-Identifier: BSD-3-Clause
// Which processors are one core: from /sys, without hwloc.
#include <sched.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "characterize/node/placement.hpp"

namespace revprof {

namespace {

// "2,66" or "2-3": its list begins with the core's first one.
bool is_first_of_core(int processor) {
  std::ifstream stream("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                       "/topology/thread_siblings_list");
  int first = processor;
  stream >> first;
  return !stream || first == processor;
}

}  // namespace

std::vector<int> processors_in_order() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {};
  std::vector<int> firsts, others;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(static_cast<std::size_t>(processor), &set)) continue;
    (is_first_of_core(processor) ? firsts : others).push_back(processor);
  }
  firsts.insert(firsts.end(), others.begin(), others.end());
  return firsts;
}

}  // namespace revprof

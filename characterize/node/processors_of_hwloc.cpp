// SPDX-License-Identifier: BSD-3-Clause
// Cores in hwloc's order, in which neighbours share the most, whatever numbers they have.
#include <hwloc.h>

#include <algorithm>

#include "characterize/node/placement.hpp"

namespace revprof {

namespace {

// The thread-th processor of each core.
void add_threads(hwloc_topology_t topology, hwloc_const_cpuset_t allowed, int thread,
                 std::vector<int>& all) {
  const int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
  for (int i = 0; i < cores; ++i) {
    const hwloc_obj_t core =
        hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, static_cast<unsigned>(i));
    int processor = hwloc_bitmap_first(core->cpuset);
    for (int passed = 0; passed < thread && processor >= 0; ++passed) {
      processor = hwloc_bitmap_next(core->cpuset, processor);
    }
    if (processor >= 0 && hwloc_bitmap_isset(allowed, static_cast<unsigned>(processor)) != 0) {
      all.push_back(processor);
    }
  }
}

}  // namespace

std::vector<int> processors_in_order() {
  std::vector<int> all;
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return all;
  const hwloc_bitmap_t allowed = hwloc_bitmap_alloc();
  if (hwloc_topology_load(topology) == 0 &&
      hwloc_get_cpubind(topology, allowed, HWLOC_CPUBIND_THREAD) == 0) {
    const auto count = static_cast<std::size_t>(std::max(0, hwloc_bitmap_weight(allowed)));
    constexpr int most_threads = 8;  // of a core
    for (int thread = 0; thread < most_threads && all.size() < count; ++thread) {
      add_threads(topology, allowed, thread, all);
    }
  }
  hwloc_bitmap_free(allowed);
  hwloc_topology_destroy(topology);
  return all;
}

}  // namespace revprof

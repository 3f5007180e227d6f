// SPDX-License-Identifier: BSD-3-Clause
// Threads that do nothing.
#include <thread>
#include <vector>

#include "characterize/node/library_kernels.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace revprof {

void begin_threads(std::int64_t threads) {
  std::vector<std::thread> all;
  for (std::int64_t t = 0; t < threads; ++t) all.emplace_back([] {});
  for (std::thread& thread : all) thread.join();
}

#ifdef _OPENMP
bool has_regions() { return true; }
void open_region(std::int64_t threads) {
#pragma omp parallel num_threads(static_cast <int>(threads))
  { asm volatile("" : : : "memory"); }
}
// They would poll for work on processors that the next cell wants.
void forget_regions() { omp_pause_resource_all(omp_pause_hard); }
#else
bool has_regions() { return false; }
void open_region(std::int64_t) {}
void forget_regions() {}
#endif

}  // namespace revprof

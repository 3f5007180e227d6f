// SPDX-License-Identifier: BSD-3-Clause
// The loops for every processor of the kind, and the choice of those that this one can run.
#include "characterize/node/kernel_loops.hpp"

namespace revprof {

const KernelSet& plain_kernels() { return kernel_set; }

const KernelSet& best_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return wide_kernels();
#endif
  return plain_kernels();
}

}  // namespace revprof

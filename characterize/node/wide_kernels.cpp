// SPDX-License-Identifier: BSD-3-Clause
// The same loops, compiled for x86 with AVX2 and FMA (CMakeLists.txt).
#include "characterize/node/kernel_loops.hpp"

namespace revprof {

const KernelSet& wide_kernels() { return kernel_set; }

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The loops that are timed, once for every processor of the kind and once for its wider vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revprof {

// So many operations of one class, one way.
struct Kernel {
  const char* operation_class;
  const char* way;
  void (*run)(std::int64_t work);
};

constexpr std::size_t kernel_count = 29;

struct KernelSet {
  const Kernel* kernels;  // as many
  int simd_bytes;         // of a vector
  // Of whole vectors' bytes, 256 at a time; `triad` is a = b + x c.
  double (*read)(const double* from, std::int64_t bytes);
  void (*triad)(double* a, const double* b, const double* c, std::int64_t bytes);
  // A chain of addresses, each where the next one stands; returns the last.
  const void* (*follow)(const void* first, std::int64_t loads);
};

// The same classes and ways in the same order.
const KernelSet& plain_kernels();
const KernelSet& wide_kernels();  // x86 with AVX2 and FMA

// What this processor can run.
const KernelSet& best_kernels();

}  // namespace revprof

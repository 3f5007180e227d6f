// SPDX-License-Identifier: BSD-3-Clause
// Calls of library functions, and threads that begin and are waited for, as rows of computation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

struct LibraryKernel {
  std::string name;                // the row's
  void (*run)(std::int64_t work);  // calls, bytes or operations, as its name says
  bool (*is_there)() = nullptr;    // nullptr: always
};
constexpr std::size_t library_kernel_count = 24;
const std::vector<LibraryKernel>& library_kernels();  // as many

// Threads of this process, on the processors that it may use: so many that are made and waited for;
// a parallel region in which so many do nothing.
void begin_threads(std::int64_t threads);
void open_region(std::int64_t threads);
bool has_regions();     // built with OpenMP
void forget_regions();  // their threads end

}  // namespace revprof

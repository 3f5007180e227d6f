// SPDX-License-Identifier: BSD-3-Clause
// A part of the program that is opened when it runs, and for itself alone, brings its OpenMP with
// it, as modules of Python do.
#include <dlfcn.h>

#include "check.hpp"

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  void* const opened = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) fail(__FILE__, __LINE__, dlerror());
  CHECK(dlsym(RTLD_DEFAULT, "omp_get_num_threads") == nullptr);
  const auto sum = reinterpret_cast<int (*)(int)>(dlsym(opened, "sum_in_parallel"));
  const auto twice = reinterpret_cast<void (*)(int*, int)>(dlsym(opened, "double_in_parallel"));
  CHECK_EQUAL(sum(100), 2 * 99 * 100 / 2 - 1);
  int numbers[] = {1, 2, 3};
  twice(numbers, 3);
  CHECK_EQUAL(numbers[2], 6);
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
}

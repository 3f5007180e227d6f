// SPDX-License-Identifier: BSD-3-Clause
// Functions of the program's own libraries that are called as MPI's Fortran routines are, of which
// one is opened before MPI_Init, as R opens its Rmpi.
#include <dlfcn.h>

#include "check.hpp"

extern "C" int sum_of_linked(int value);

int main(int argc, char** argv) {
  void* const opened = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) fail(__FILE__, __LINE__, dlerror());
  const auto sum_of_opened = reinterpret_cast<int (*)(int)>(dlsym(opened, "sum_of_opened"));
  const World world(&argc, &argv);
  CHECK_EQUAL(sum_of_linked(world.rank + 1), 1000 + world.size * (world.size + 1) / 2);
  CHECK_EQUAL(sum_of_opened(world.rank + 1), 2000 + (world.rank + 1) * (world.rank + 2) / 2);
}

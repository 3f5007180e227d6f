// SPDX-License-Identifier: BSD-3-Clause
// bound_processes CORE...: each process binds itself to the core of its turn, as launchers do.
#include <sched.h>

#include <cstdlib>

#include "check.hpp"

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  CHECK(argc > world.size);
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(std::atoi(argv[world.rank + 1]), &own);
  CHECK_EQUAL(sched_setaffinity(0, sizeof own, &own), 0);
  MPI_Barrier(MPI_COMM_WORLD);
}

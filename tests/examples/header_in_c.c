// SPDX-License-Identifier: BSD-3-Clause
// revprof.h as C99: before MPI_Init, inside and after MPI_Finalize its functions do no harm.
#include "revprof/revprof.h"

#ifndef compute
#error "C programs get the paper's short name compute(N)"
#endif

int main(int argc, char** argv) {
  compute(1);
  revprof_begin("before");
  revprof_end();
  MPI_Init(&argc, &argv);
  revprof_begin("inside");
  compute(1);
  revprof_compute(0.5);
  revprof_marker("half of it");
  revprof_counter("rate", 0.5);
  revprof_end();
  MPI_Finalize();
  compute(1);
  revprof_end();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// Open MPI's Fortran layer calls PMPI_ in C, so a Fortran program's messages would travel without
// stamps: refused.
#include <cstdio>
#include <cstdlib>

extern "C" {

#define REVPROF_REFUSED(name)                                                        \
  __attribute__((visibility("default"), noreturn)) void name() {                     \
    std::fputs("revprof: this program calls MPI from Fortran (" #name                \
               "), which this version cannot follow; expected a C or C++ program\n", \
               stderr);                                                              \
    std::exit(2);                                                                    \
  }

REVPROF_REFUSED(mpi_init_)
REVPROF_REFUSED(mpi_init_thread_)
REVPROF_REFUSED(mpi_init_f08_)
REVPROF_REFUSED(mpi_init_thread_f08_)

#undef REVPROF_REFUSED

}  // extern "C"

// SPDX-License-Identifier: BSD-3-Clause
// Stands below librevprof in `ends`: of a fourth argument, what MPI_Finalize deletes last of
// MPI_COMM_SELF's attributes ends the process there. It is set before librevprof sets its own.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int end_here(MPI_Comm communicator, int key, void* value, void* more) {
  (void)communicator, (void)key, (void)value, (void)more;
  _exit(0);
}

int PMPI_Init(int* argc, char*** argv) {
  int (*real)(int*, char***) = NULL;
  *(void**)&real = dlsym(RTLD_NEXT, "PMPI_Init");
  const int error = real(argc, argv);
  if (*argc <= 4) return error;
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_here, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  return error;
}

// SPDX-License-Identifier: BSD-3-Clause
// Calls MPI by the names that no profiling library gets before.
#include <mpi.h>
#include <stddef.h>

int main(void) {
  if (PMPI_Init(NULL, NULL) != MPI_SUCCESS) return 1;
  PMPI_Barrier(MPI_COMM_WORLD);
  return PMPI_Finalize();
}

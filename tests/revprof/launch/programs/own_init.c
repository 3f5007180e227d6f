// SPDX-License-Identifier: BSD-3-Clause
// What a program linked to MPI statically looks like: MPI_Init and PMPI_Init are its own.
#include <mpi.h>

int PMPI_Init(int* argc, char*** argv) { return argc == 0 || argv == 0; }
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  return MPI_Finalize();
}

// SPDX-License-Identifier: BSD-3-Clause
// Linked with MPI, of which it uses what needs no MPI_Init.
#include <mpi.h>

int main(void) {
  int version, subversion;
  return MPI_Get_version(&version, &subversion);
}

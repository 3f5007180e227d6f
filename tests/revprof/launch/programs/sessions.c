// SPDX-License-Identifier: BSD-3-Clause
// Begins MPI by a session of its own (MPI-4.0 section 11.3).
#include <mpi.h>

int main(void) {
  MPI_Session session;
  if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) != MPI_SUCCESS) return 1;
  return MPI_Session_finalize(&session);
}

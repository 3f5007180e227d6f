// SPDX-License-Identifier: BSD-3-Clause
// How processes of several nodes end MPI together where the host MPI might wait without end.
#pragma once

#include <mpi.h>

namespace revprof {

// Of all processes, right before MPI_Finalize.
void leave_together(MPI_Comm world);

}  // namespace revprof

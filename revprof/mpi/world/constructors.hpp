// SPDX-License-Identifier: BSD-3-Clause
// How the processes of a new communicator come to one clock, where the call that made it is not
// collective over an older one.
#pragma once

#include <mpi.h>

#include "revprof/mpi/process.hpp"

namespace revprof {

// After the call that made `made`, over all its processes (intercommunicator: of both groups).
void agree_on_communicator(CallScope& scope, Call call, MPI_Comm made);

namespace handle {

// `real()` makes the communicator.
template <class Real>
int made_communicator(Call call, const MPI_Comm* made, Real real) {
  if (active_process == nullptr) return real();
  CallScope scope(*active_process, call);
  const int error = real();
  if (error == MPI_SUCCESS) agree_on_communicator(scope, call, *made);
  return error;
}

}  // namespace handle
}  // namespace revprof

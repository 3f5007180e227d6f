// SPDX-License-Identifier: BSD-3-Clause
// How the processes of a new intercommunicator come to one clock.
#pragma once

#include <mpi.h>

#include "revprof/mpi/process.hpp"

namespace revprof {

// After the call that made `made`, over all processes of both groups; `local` holds this group's.
void agree_on_intercommunicator(CallScope& scope, Call call, MPI_Comm local, MPI_Comm made);

}  // namespace revprof

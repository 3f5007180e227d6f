// SPDX-License-Identifier: BSD-3-Clause
// Who a process's neighbours are in a communicator's topology.
#pragma once

#include <mpi.h>

#include "revprof/mpi/world/communicator.hpp"

namespace revprof {

void describe_topology(MPI_Comm handle, Communicator& record);

}  // namespace revprof

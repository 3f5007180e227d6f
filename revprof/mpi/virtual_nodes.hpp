// SPDX-License-Identifier: BSD-3-Clause
// The setting `virtual-nodes`: MPI_Comm_split_type(MPI_COMM_TYPE_SHARED) and MPI_Get_processor_name
// answer as the nodes of the target would, so that hierarchical programs take the target's path.
// Nodes hold consecutive ranks of MPI_COMM_WORLD.
#pragma once

#include "fit/model/model.hpp"
#include "revprof/settings.hpp"

namespace revprof {

// How many ranks a virtual node holds, 0: there are none, and this host answers. Throws
// SettingsError.
int ranks_per_virtual_node(const Settings& settings, const Machine& machine);

}  // namespace revprof

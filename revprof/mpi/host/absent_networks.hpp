// SPDX-License-Identifier: BSD-3-Clause
// Networks that this host does not have. A host MPI asks all that it was built for: the libraries
// of Omni-Path and TrueScale make each process wait for a tenth of a second. And it asks hwloc what
// the node is made of, which reads each device's registers on the bus (10 ms a process in a virtual
// machine): which cores are near a device matters to networks that are there.
#pragma once

#include <string>

#include "revprof/mpi/host/variables.hpp"

namespace revprof {

// They are not asked, unless the user has said which ones are.
void leave_out_absent_networks(ChangedVariables& variables);

// Nor is the bus, where the host has no network whose place on it matters and the user has said
// nothing to hwloc (HWLOC_COMPONENTS).
void leave_out_bus(ChangedVariables& variables);

// A list of components as Open MPI reads it ("psm2,ofi": these; "^ofi": all but these; "": all),
// with one left out where it is not named.
std::string without_component(const std::string& list, const std::string& component);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Calls that a program can make and revprof's library would not see: of an MPI newer than the one
// that the library was built with, or newer than revprof; or by the names for profiling
// (PMPI_Send).
#pragma once

#include <string>

#include "revprof/launch/look/program_check.hpp"

namespace revprof {

// One line, or nothing: a program may be able to make a call and never do so.
std::string unseen_calls_note(const ProgramLook& look, const HostMpi& mpi,
                              const std::string& library);

}  // namespace revprof

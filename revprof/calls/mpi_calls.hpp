// SPDX-License-Identifier: BSD-3-Clause
// mpi.table as the engine knows it.
#pragma once

#include "revprof/calls/call.hpp"
#include "revprof/calls/call_table.hpp"

namespace revprof {

const CallTable& mpi_calls();

inline const char* name(CallId row) { return call_traits[row.number].name; }

}  // namespace revprof

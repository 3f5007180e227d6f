// SPDX-License-Identifier: BSD-3-Clause
// A stamp must not push a message across the host's eager limit: two processes that send
// each other such messages before they receive would wait for ever.
#pragma once

#include <cstddef>

#include "revprof/mpi/host/variables.hpp"

namespace revprof {

// The host MPI's eager limits, larger by the stamp's size.
void raise_eager_limits(ChangedVariables& variables, std::size_t stamp_bytes);

}  // namespace revprof

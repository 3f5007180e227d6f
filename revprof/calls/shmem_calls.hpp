// SPDX-License-Identifier: BSD-3-Clause
// The same rows as the engine knows them where puts are what is sent.
#pragma once

#include "revprof/calls/call.hpp"
#include "revprof/calls/call_table.hpp"

namespace revprof {

const CallTable& shmem_calls();

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What a process that waits shows the others: it sends nothing before that comes.
#pragma once

#include "revprof/mpi/request/claim.hpp"
#include "revprof/mpi/wait/envelope.hpp"

namespace revprof {

// A message that no open receive takes, for a call that receives or probes.
Horizon::Message awaited(const Envelope& asked);

// A message, if they are all receives, or if it waits for all of them and one is; or that others
// have come to a collective.
enum class Completes { all, some };
void show_wait(const Claim& claim, Completes completes);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Receives that this process has open, as takers of messages that are on their way.
#pragma once

#include "revprof/mpi/request/request.hpp"

namespace revprof {

struct Process;

// A message that its sender has announced, and that does not show: it comes yet, or one of the
// receives that have been posted has it already. Of the latter, whether there is one but `asking`
// that takes a message from that process with that tag and context.
bool may_be_taken(const Process& process, int source, const Horizon::Subject& subject,
                  const Request* asking = nullptr);

}  // namespace revprof

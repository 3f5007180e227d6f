// SPDX-License-Identifier: BSD-3-Clause
// Receives that this process has open, as takers of messages that are on their way.
#pragma once

#include "revprof/mpi/request/request.hpp"
#include "revprof/run/earliest.hpp"

namespace revprof {

struct Process;

// A message that its sender has announced, and that does not show: it comes yet, or one of the
// receives that have been posted has it already. Whether this is one of those, and not known to
// have a message, that take a message from that process with that tag and context.
bool may_take(const Request& record, int source, const Horizon::Subject& subject);
// How many of them there are, and how many of those name both.
Takers takers(const Process& process, int source, const Horizon::Subject& subject);

}  // namespace revprof

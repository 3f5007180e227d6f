// SPDX-License-Identifier: BSD-3-Clause
// A program has been told by the clocks that a message is not there yet, which the host may have:
// it posts no receive for the next one until it is. That one's sender may wait for this, told the
// same, while this process waits for that one in a send. On the target nobody waits, as the
// messages are copied: so they are here, and so are those that follow until they have left.
#pragma once

#include <mpi.h>

#include "revprof/mpi/request/claim.hpp"

namespace revprof {

// The answer to a program that asks for these requests. Where no receive is among them, nothing
// changes.
void note_withheld(const Claim& claim, bool not_yet);

// A message that is to leave without its receiver, though the host may not copy it: it is to be a
// copy of ours. So is one to this process itself, whose receives are held back (held.hpp): they
// would have to be posted, for the host to choose.
bool is_copied_beside_withheld(int world_peer, int count, MPI_Datatype datatype);

// Before a call that waits: sends whose message is a copy of ours go on without the program, if
// they do not leave by themselves: of what a packet does not hold itself (packet.hpp) those that
// were posted after such an answer. `handles`: the user's, which may get others.
void let_go_beside_withheld(Claim& claim, MPI_Request* handles);

}  // namespace revprof

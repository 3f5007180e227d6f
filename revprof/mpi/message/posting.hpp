// SPDX-License-Identifier: BSD-3-Clause
// When a receive is posted: its sender may ask. One that names its sender and its tag is told
// before the host has it, so that nothing hangs on what the host does with it; any other one is
// told when its message is known. Those of one sender, communicator and tag are told in the order
// in which they take messages; where that is not known, nothing is told any more.
#pragma once

#include <mpi.h>

#include "revprof/engine/stamp.hpp"
#include "revprof/mpi/request/request.hpp"
#include "revprof/mpi/wait/envelope.hpp"

namespace revprof {

// One is posted next, or MPI_Mprobe has taken out a message as one would. `only_waits`: by a call
// that does nothing else. False: it is not told yet.
bool tell_posting(const Envelope& asked, bool only_waits = false);

// Of a blocking receive: told by its call.
class BlockingPosting {
 public:
  BlockingPosting(const Envelope& asked, bool only_waits)
      : asked_(asked), only_waits_(only_waits), is_told_(tell_posting(asked, only_waits)) {}
  // Of a matched receive: told before.
  BlockingPosting() = default;

  // The host has ended it. The clock has not moved since it was posted.
  void end(int error, const Stamp& stamp, int tag);

 private:
  Envelope asked_;
  bool only_waits_ = false;  // this process, but for what it has posted
  bool is_told_ = true;
};

// Of a nonblocking one, whether it is.
void note_told(Request::Receive& receive, bool is_told);
// Its message is known: before that counts as received, as its receiver may wait for nothing else.
void tell_posted(Request::Receive& receive, int tag);
// It is given to the host, for anybody's message, or has ended without any.
void tell_given_to_host(const Request& record);
void tell_ended(Request::Receive& receive);

}  // namespace revprof

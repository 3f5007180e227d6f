// SPDX-License-Identifier: BSD-3-Clause
// What the sender of a synchronous message asks, or of one that is too long to be copied: when its
// receive was posted (MPI-3.1 section 3.4).
#pragma once

#include <mpi.h>

#include "revprof/engine/engine.hpp"
#include "revprof/mpi/process.hpp"

namespace revprof {

struct SynchronousSend {
  const Stamp& stamp;
  int peer;
  Horizon::Letter letter;       // without a peer: nobody is asked
  Call call = Call::MPI_Ssend;  // its equation says how long it takes

  // When it is complete on lane 0, if its receive was posted then.
  SimTime end(SimTime posted) const;
  SimTime earliest_end() const { return end(stamp.sent[0]); }
  // After the host has completed it: waits until it is known when its receive was posted; where
  // nobody knows, it was open. Empty: of a synchronous one the same, else it would wait for ever.
  Horizon::Opening wait() const;
  Horizon::Opening open() const;  // as where nobody knows

 private:
  void note_deadlock() const;
};

// The message to that process that was stamped last, if this process asks about it.
inline Horizon::Letter letter_to(int world_peer, std::uint64_t context, bool asks = true) {
  Horizon& horizon = active_process->horizon;
  const bool is_known = context > Communicator::foreign_context;  // one communicator's
  if (!asks || !is_known || world_peer < 0 || world_peer >= horizon.processes()) return {};
  return horizon.last_letter();
}

inline SynchronousSend synchronous(const Request& record) {
  const auto& send = *record.as<Request::Send>();
  return {send.packet.stamp(), record.peer, send.letter,
          send.synchronous ? Call::MPI_Ssend : Call::MPI_Send};
}

// On some lane's machine a standard one of so many bytes is complete only when it is received.
inline bool is_long(std::int64_t bytes) {
  return active_process->engine->costs().needs_receiver(bytes);
}

// A receive is complete at the host, with that status: its message counts as received from now on.
void note_here(Request& record, const MPI_Status& status);
// Of all that are not told and that the program does not ask about now: their senders may wait for
// that word, and this process for them.
void note_untold_here();

}  // namespace revprof

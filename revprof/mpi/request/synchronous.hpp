// SPDX-License-Identifier: BSD-3-Clause
// What the sender of a synchronous message asks: when its receive was posted (MPI-3.1 section 3.4).
// The receiver says so once it has the message; of one that was posted before the message left it
// need not be known when.
#pragma once

#include <mpi.h>

#include <optional>

#include "revprof/engine/engine.hpp"
#include "revprof/mpi/request/request.hpp"

namespace revprof {

struct SynchronousSend {
  const Stamp& stamp;
  int peer;
  std::uint64_t number;  // for the horizon

  // When it is complete on lane 0, if its receive was posted then.
  SimTime end(SimTime posted) const;
  SimTime earliest_end() const { return end(stamp.sent[0]); }
  // Of one that the host has matched. Empty: early enough to make no difference; nothing: it is not
  // known yet.
  std::optional<Clock> posted() const;
  // After the host has completed it: waits until it is known.
  Clock wait() const;
  bool is_early(const Clock& posted) const;
};

inline SynchronousSend synchronous(const Request& record) {
  const auto& send = *record.as<Request::Send>();
  return {send.packet.stamp(), record.peer, send.asked_for};
}

// A receive is complete at the host, with that status: its message counts as received from now on.
void note_here(Request& record, const MPI_Status& status);
// Of all receives that the program does not ask about now: others may wait for that word, and this
// process for theirs.
void note_all_here();

}  // namespace revprof

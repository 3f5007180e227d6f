// SPDX-License-Identifier: BSD-3-Clause
// Receives and probes of MPI_ANY_SOURCE: whose message they take, and where the host had a choice.
#pragma once

#include <mpi.h>

#include <optional>

#include "revprof/engine/divergence.hpp"
#include "revprof/engine/stamp.hpp"
#include "revprof/mpi/world/communicator.hpp"

namespace revprof {

// What a probe of anybody has found: the receive of it has no choice any more.
struct Probed {
  int communicator = -1, source = -1, tag = 0;  // source in MPI_COMM_WORLD; -1: nothing
  int asked = Divergences::any_tag;
};

// The sender that a blocking receive or probe takes a message from: for MPI_ANY_SOURCE the one
// whose message is the earliest on the simulated clocks, or whom the host chooses.
int earliest_sender(int tag, MPI_Comm handle, const Communicator& communicator);
inline int sender(int source, int tag, MPI_Comm handle, const Communicator& communicator) {
  return source == MPI_ANY_SOURCE ? earliest_sender(tag, handle, communicator) : source;
}

// The sender of the message that a probe finds which only asks: the earliest one that is there by
// now on the simulated clocks. MPI_PROC_NULL: there is none; nothing: the host has to say.
std::optional<int> sender_by_now(int source, int tag, MPI_Comm handle,
                                 const Communicator& communicator);

// Whether the horizon sees all who may send such messages there.
bool is_seen(int tag, const Communicator& communicator);

// Anybody, of several processes; this one is one of them, except between two groups.
inline bool is_of_several(int source, const Communicator& communicator) {
  return source == MPI_ANY_SOURCE && communicator.peers > 1;
}
// ... as far as one knows by now: of two it is the other one until this one has sent to itself.
bool has_choice(int source, const Communicator& communicator);

// The host has chosen whose message a receive or probe takes.
void count_wildcard();
inline void note_wildcard(int source, const Communicator& communicator) {
  if (has_choice(source, communicator)) count_wildcard();
}

// The tag that a receive or probe asks for if its source is anybody, and there are several; nothing
// where it names its source.
inline std::optional<int> asked_of_anybody(int source, int tag, const Communicator& communicator) {
  if (!has_choice(source, communicator)) return std::nullopt;
  return tag == MPI_ANY_TAG ? Divergences::any_tag : tag;
}

// Of a matched message whose probe was not seen.
constexpr int unknown_communicator = -1;

// A receive from anybody has taken a message, or a receive what a probe of anybody had found.
void note_taken(std::optional<int> asked, int communicator, const Stamp& stamp, int tag);

}  // namespace revprof

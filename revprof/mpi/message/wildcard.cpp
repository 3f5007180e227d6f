// SPDX-License-Identifier: BSD-3-Clause
// Looks for messages with the horizon, and books what was left to the host.
#include "revprof/mpi/message/wildcard.hpp"

#include <algorithm>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

// More than this process and one other.
bool has_choice(const Communicator& communicator) { return communicator.peers > 2; }

// Whether the horizon sees all who may send there.
bool is_seen(const Communicator& communicator) {
  const auto& ranks = communicator.world_ranks;
  return !communicator.inter && communicator.size > 2 &&
         std::find(ranks.begin(), ranks.end(), -1) == ranks.end();
}

}  // namespace

int sender(int source, int tag, MPI_Comm handle, const Communicator& communicator) {
  if (source != MPI_ANY_SOURCE || active_process->threaded) return source;
  if (!is_seen(communicator) || (tag < 0 && tag != MPI_ANY_TAG)) return source;
  const auto probe = [&](int rank) {
    int there = 0;
    MPI_Status status;
    if (PMPI_Iprobe(rank, tag, handle, &there, &status) != MPI_SUCCESS) {
      return Horizon::Probed::failed;
    }
    return there != 0 ? Horizon::Probed::message : Horizon::Probed::nothing;
  };
  const int rank =
      active_process->horizon.earliest(communicator.world_ranks, probe, *active_process->engine);
  return rank < 0 ? source : rank;
}

void note_wildcard(int source, const Communicator& communicator) {
  const Guard guard(*active_process);
  if (source == MPI_ANY_SOURCE && has_choice(communicator)) ++active_process->choices.wildcards;
}

std::optional<int> asked_of_anybody(int source, int tag, const Communicator& communicator) {
  if (source != MPI_ANY_SOURCE || !has_choice(communicator)) return std::nullopt;
  return tag == MPI_ANY_TAG ? Divergences::any_tag : tag;
}

void note_taken(std::optional<int> asked, int communicator, const Stamp& stamp, int tag) {
  const Guard guard(*active_process);
  Probed& probed = active_process->probed;
  if (!asked && probed.source >= 0 && probed.source == stamp.source && probed.tag == tag &&
      (probed.communicator == communicator || communicator == unknown_communicator)) {
    asked = probed.asked;
    communicator = probed.communicator;
    probed = {};
  }
  if (!asked || stamp.source < 0) return;
  const Clock arrivals = active_process->engine->arrivals(stamp.source, 0, stamp.sent);
  active_process->divergences.took(communicator, *asked, stamp.source, tag, arrivals.data());
}

}  // namespace revprof

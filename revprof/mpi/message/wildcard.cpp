// SPDX-License-Identifier: BSD-3-Clause
// Looks for messages with the horizon, and books what was left to the host.
#include "revprof/mpi/message/wildcard.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/handle_bits.hpp"
#include "revprof/mpi/request/open_receives.hpp"
#include "revprof/run/earliest.hpp"

namespace revprof {

namespace {

bool is_valid_source(int source, const Communicator& communicator) {
  return source == MPI_ANY_SOURCE || communicator.world_rank(source) >= 0;
}

Horizon::Subject subject_of(int tag, const Communicator& communicator) {
  return {communicator.context, tag == MPI_ANY_TAG ? Horizon::Subject::any_tag : tag};
}

// Ranks of the communicator, and what they are among all processes.
struct Senders {
  std::vector<int> ranks, processes;

  Senders(int source, const Communicator& communicator) : ranks{source} {
    if (source == MPI_ANY_SOURCE) {
      ranks.resize(communicator.world_ranks.size());
      std::iota(ranks.begin(), ranks.end(), 0);
    }
    for (const int rank : ranks) processes.push_back(communicator.world_rank(rank));
  }
};

// The index among them, as earliest_message() says it.
int earliest_of(const Senders& senders, int tag, Polls* polls, MPI_Comm handle,
                const Communicator& communicator) {
  const auto probe = [&](int index) {
    int there = 0;
    const int rank = senders.ranks[static_cast<std::size_t>(index)];
    if (PMPI_Iprobe(rank, tag, handle, &there, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      return Probe::failed;
    }
    return there != 0 ? Probe::message : Probe::nothing;
  };
  Process& process = *active_process;
  const auto takers_at = [&](int index, int its_tag) {
    return takers(process, senders.processes[static_cast<std::size_t>(index)],
                  {communicator.context, its_tag});
  };
  return earliest_message(process.horizon, senders.processes, subject_of(tag, communicator), polls,
                          probe, takers_at, *process.engine);
}

// Before when none arrives that is not there at the polls' time; `due`: what is on its way by then.
SimTime next_of(const Senders& senders, int tag, const Communicator& communicator, SimTime& due) {
  const SimTime after = active_process->polls.time();
  SimTime first = Horizon::never;
  for (const int process : senders.processes) {
    first = std::min(
        first, next_arrival(active_process->horizon, process, subject_of(tag, communicator), after,
                            *active_process->engine, due));
  }
  return first;
}

}  // namespace

bool is_seen(int tag, const Communicator& communicator) {
  const auto& ranks = communicator.world_ranks;
  const std::uint64_t context = communicator.context;
  return (tag >= 0 || tag == MPI_ANY_TAG) && !communicator.inter &&
         context != Communicator::unknown_context && context != Communicator::foreign_context &&
         std::find(ranks.begin(), ranks.end(), -1) == ranks.end();
}

bool has_choice(int source, const Communicator& communicator) {
  if (!is_of_several(source, communicator)) return false;
  return communicator.inter || communicator.peers > 2 ||
         active_process->sends_to_itself.load(std::memory_order_relaxed);
}

int earliest_sender(int tag, MPI_Comm handle, const Communicator& communicator) {
  if (!active_process->decides() || !is_of_several(MPI_ANY_SOURCE, communicator)) {
    return MPI_ANY_SOURCE;
  }
  if (!is_seen(tag, communicator)) return MPI_ANY_SOURCE;
  const Senders senders(MPI_ANY_SOURCE, communicator);
  const int found = earliest_of(senders, tag, nullptr, handle, communicator);
  return found < 0 ? MPI_ANY_SOURCE : senders.ranks[static_cast<std::size_t>(found)];
}

std::optional<int> sender_by_now(int source, int tag, MPI_Comm handle,
                                 const Communicator& communicator) {
  Process& process = *active_process;
  if (!process.decides() || !is_seen(tag, communicator)) return std::nullopt;
  if (!is_valid_source(source, communicator)) return std::nullopt;  // MPI says what is wrong
  const Polls::Question question =
      bits_of(handle) * 0x9e3779b97f4a7c15u +
      (static_cast<Polls::Question>(source) << 32 ^ static_cast<std::uint32_t>(tag));
  Polls& polls = process.polls;
  polls.ask(process.engine->now()[0], question);
  if (polls.is_known()) return polls.failed_again(), MPI_PROC_NULL;
  const Senders senders(source, communicator);
  Polls::Promise own{Horizon::never, process.horizon.heard()};
  const int found = earliest_of(senders, tag, &polls, handle, communicator);
  process.horizon.set(Horizon::State::running);
  if (found == undecided) return std::nullopt;
  if (found != no_message) {
    polls.succeeded();
    const int sender = senders.processes[static_cast<std::size_t>(found)];
    Horizon::UnderWay message;
    if (process.horizon.next(sender, subject_of(tag, communicator), message)) {
      polls.found(process.engine->arrival(sender, 0, message.sent));
    }
    return senders.ranks[static_cast<std::size_t>(found)];
  }
  const SimTime until = next_of(senders, tag, communicator, own.due);
  polls.failed(until, own);
  int there = 0;  // MPI gets on with what is under way
  PMPI_Iprobe(source, tag, handle, &there, MPI_STATUS_IGNORE);
  return MPI_PROC_NULL;
}

void count_wildcard() {
  const Guard guard(*active_process);
  active_process->choices.note(&ChoiceCounts::wildcards);
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

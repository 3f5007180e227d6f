// SPDX-License-Identifier: BSD-3-Clause
// What a receive asks for, as the watch counts messages.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "revprof/mpi/world/communicator.hpp"
#include "revprof/run/horizon.hpp"
#include "revprof/run/watch.hpp"

namespace revprof {

struct Envelope {
  // Of `source`; the latter: of another program, or nobody knows.
  static constexpr int anybody = -1, elsewhere = -2;

  int source = elsewhere;  // among all processes
  int tag = MPI_ANY_TAG;
  std::uint64_t context = 0;
  int communicator = 0;  // number in the trace

  Envelope() = default;
  Envelope(int rank, int asked_tag, const Communicator& where)
      : tag(asked_tag), context(where.context), communicator(where.number) {
    if (context == Communicator::unknown_context || context == Communicator::foreign_context)
      return;
    source = rank == MPI_ANY_SOURCE ? (where.is_alone() ? where.world_rank(0) : anybody)
                                    : where.world_rank(rank);
  }

  // Of any source: it takes messages of that kind; one message may be for both.
  bool takes(std::uint64_t where, int which) const {
    return context == where && (tag == MPI_ANY_TAG || tag == which);
  }
  bool meets(const Envelope& other) const {
    return takes(other.context, other.tag) || other.takes(context, tag);
  }

  unsigned kind() const { return Watch::kind_of(context, tag); }
  // A bit for each kind of message that it takes.
  unsigned kinds() const { return tag == MPI_ANY_TAG ? ~0u : 1u << kind(); }

  friend bool operator<(const Envelope& a, const Envelope& b) {
    if (a.source != b.source) return a.source < b.source;
    if (a.context != b.context) return a.context < b.context;
    return a.tag < b.tag;
  }
};

// As the other processes see that this one waits for it. Of another program: for anything.
inline Horizon::Message message_of(const Envelope& asked) {
  if (asked.source == Envelope::elsewhere) return {};
  Horizon::Message message{asked.source, static_cast<std::uint16_t>(asked.kinds()), 1};
  if (asked.tag == MPI_ANY_TAG) return message;
  message.context = asked.context;
  message.tag = asked.tag;
  return message;
}

}  // namespace revprof

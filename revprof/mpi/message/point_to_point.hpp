// SPDX-License-Identifier: BSD-3-Clause
// What all point-to-point handlers share: which calls can be followed, and what happens when a
// message is there.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <optional>

#include "revprof/mpi/message/posting.hpp"
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof {

struct SynchronousSend;

// Arguments that a packet can be made of; wrong ones are passed on, so that MPI reports them.
inline bool followable(const void* buffer, int count, MPI_Datatype datatype) {
  return count >= 0 && datatype != MPI_DATATYPE_NULL &&
         sendable(buffer, count, datatype, active_process->communicators.quiet());
}

// Whom a receive may name, and which tag; the same of wrong ones. Of one from nobody nothing is
// asked.
inline bool takes_tag(int tag) { return tag >= 0 && tag <= active_process->most_tag; }
inline bool takes(const Communicator& where, int source, int tag) {
  if (source == MPI_PROC_NULL) return true;
  const bool is_known = source == MPI_ANY_SOURCE ||
                        (source >= 0 && source < static_cast<int>(where.world_ranks.size()));
  return is_known && (tag == MPI_ANY_TAG || takes_tag(tag));
}

// The communicator of a message that carries a stamp; nullptr: pass the call on as it is (outside
// MPI, no partner, arguments that MPI will refuse).
inline Communicator* message_communicator(MPI_Comm handle, int peer) {
  if (active_process == nullptr || peer == MPI_PROC_NULL) return nullptr;
  const Guard guard(*active_process);
  return active_process->communicators.find(handle);
}
inline Communicator* message_communicator(MPI_Comm handle, int peer, const void* buffer, int count,
                                          MPI_Datatype datatype) {
  Communicator* const communicator = message_communicator(handle, peer);
  return communicator != nullptr && followable(buffer, count, datatype) ? communicator : nullptr;
}

// Which kind of message it is, as it is counted.
inline void note_kind(Stamp& stamp, const Communicator& where, int tag) {
  if (where.context == Communicator::unknown_context) active_process->watch.give_up();
  stamp.kind = Watch::kind_of(where.context, tag) & 0x7fu;
}
// It is posted next, unless MPI refuses it for its tag: then nobody is to wait for it.
inline void note_leaving(const Stamp& stamp, int world_peer, std::uint64_t context, int tag) {
  if (!takes_tag(tag)) return;
  if (world_peer >= 0 && world_peer == stamp.source) {
    active_process->sends_to_itself.store(true, std::memory_order_relaxed);
  }
  active_process->horizon.sent(world_peer, stamp.sent[0], {context, tag},
                               active_process->engine->now()[0]);
  active_process->watch.sent(world_peer, stamp.kind, tag);
}

// MPI has refused it, as a buffered one that has no room: nobody is to wait for it.
inline void note_refused(const Stamp& stamp, int world_peer, int tag) {
  if (!takes_tag(tag)) return;
  const Guard guard(*active_process);
  active_process->horizon.unsent(world_peer);
  active_process->watch.unsent(world_peer, stamp.kind);
}

// The user's message behind its stamp. `leaves`: it is posted next.
inline Packet stamped(const void* buffer, int count, MPI_Datatype datatype, int world_peer,
                      const Communicator& where, int tag, bool leaves = true) {
  Packet packet(buffer, count, datatype, active_process->stamp_bytes);
  packet.load();  // first: who reads what has just been written in parts waits for it
  {
    const Guard guard(*active_process);
    active_process->engine->stamp(packet.bytes(), world_peer, packet.stamp());
    note_kind(packet.stamp(), where, tag);
    if (leaves) note_leaving(packet.stamp(), world_peer, where.context, tag);
  }
  return packet;
}

// Requests that the user has freed go on.
inline void progress() {
  const Guard guard(*active_process);
  active_process->requests.progress(active_process->stamp_bytes);
}

// For the trace, inside the call that sends or begins it.
inline void note_sent(const Engine& engine, const SendEvent& sent) {
  if (EventSink* const trace = engine.listener()) trace->send(sent);
}

// What a Sendrecv has sent; `asked`: nullptr if it is copied.
struct SentBeside {
  SendEvent event;
  const SynchronousSend* asked = nullptr;
};

// After the PMPI_ call that received `packet`: the user's data and status, then the clocks. Returns
// `error`.
int receive_arrived(CallScope& scope, int error, Call call, Packet& packet, const MPI_Status& seen,
                    MPI_Status* status, int communicator, std::optional<int> asked,
                    BlockingPosting& posting, const SentBeside* sent = nullptr);

// Ends the program: a message without a stamp means that its sender runs without revprof.
[[noreturn]] void refuse_unstamped(const MPI_Status& status);

// A message with that stamp is here.
inline void note_received(const Stamp& stamp) {
  active_process->horizon.received(stamp.source, stamp.sent[0]);
  active_process->watch.received(stamp.source, stamp.kind);
}

// Takes the stamp off a message that is here: delivers the payload, corrects the status (nullptr:
// the user ignores it), returns the user's bytes. Open MPI may not say that a message to the
// process itself was too long: then what fits has come.
inline std::int64_t deliver(Packet& packet, const MPI_Status& seen, MPI_Status* status) {
  const Stamp& stamp = packet.stamp();
  if (stamp.mark != Stamp::mark_value) refuse_unstamped(seen);
  const std::int64_t bytes = std::min<std::int64_t>(stamp.bytes, packet.bytes());
  if (status != nullptr) PMPI_Status_set_elements_x(status, MPI_BYTE, bytes);
  packet.deliver(bytes);
  return bytes;
}

// The status of a call that was passed one: nullptr where it is ignored.
inline MPI_Status* asked_for(MPI_Status* status) {
  return status == MPI_STATUS_IGNORE ? nullptr : status;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Asks the horizon until its receiver has posted the receive, or will not before this process goes
// on.
#include "revprof/mpi/request/synchronous.hpp"

#include <string>

#include "revprof/mpi/message/point_to_point.hpp"

namespace revprof {

SimTime SynchronousSend::end(SimTime posted) const {
  return active_process->engine->end_of_synchronous(call, stamp.bytes, peer, stamp.sent[0], posted);
}

// On the machine it would wait for ever. Here it goes on as if its message was copied.
void SynchronousSend::note_deadlock() const {
  active_process->misuse.note_own(
      "would wait for ever on a machine that copies no message of " + std::to_string(stamp.bytes) +
      " bytes, in " + place_text(HostChoices::here()) +
      ", as its receiver waits for it meanwhile: it goes on here as if the message was copied");
}

Horizon::Opening SynchronousSend::wait() const {
  if (letter.ordinal == 0 || !active_process->decides()) return open();
  Horizon& horizon = active_process->horizon;
  const SimTime now = active_process->engine->now()[0];
  Horizon::Patience patience(horizon);
  Horizon::Opening opening;
  bool lasts = true, is_stuck = false;
  Horizon::Posting is = horizon.posting(letter, opening);  // most of them are
  while (is == Horizon::Posting::awaited && lasts) {
    horizon.look();
    is = horizon.posting(letter, opening);
    if (is != Horizon::Posting::awaited) break;
    const int stuck = horizon.stuck_first(letter);
    is_stuck = stuck == horizon.rank();
    if (is_stuck) break;
    note_untold_here();
    horizon.wait_for_posting(letter, now);
    lasts = stuck < 0 ? patience.lasts(horizon.gets_on_until(Horizon::never))
                      : patience.lasts_for_message(stuck);
  }
  horizon.set(Horizon::State::running);
  if (is == Horizon::Posting::known) return opening;
  const Guard guard(*active_process);
  if (!lasts) active_process->choices.note(&ChoiceCounts::postings);
  if (!is_stuck || horizon.has_untold(peer)) return open();
  note_deadlock();
  return {};
}

// As if it was posted long ago, which a synchronous one's rule takes an empty clock for.
Horizon::Opening SynchronousSend::open() const {
  if (call == Call::MPI_Ssend) return {};
  return {Clock(active_process->engine->clock_values(), 0)};
}

void note_here(Request& record, const MPI_Status& status) {
  auto& receive = *record.as<Request::Receive>();
  record.seen = status;
  record.is_here.store(true, std::memory_order_release);
  const Stamp& stamp = receive.packet.stamp();
  if (stamp.mark != Stamp::mark_value) return;
  tell_posted(receive, status.MPI_TAG);
  note_received(stamp);
}

void note_untold_here() {
  if (!active_process->horizon.has_untold()) return;
  active_process->requests.for_each_live([](MPI_Request handle, Request& record) {
    const auto* const receive = record.as<Request::Receive>();
    if (receive == nullptr || receive->is_told || receive->held) return;
    if (!record.active || record.seen || record.cancelled) return;
    int flag = 0;
    MPI_Status status;
    const int error = PMPI_Request_get_status(handle, &flag, &status);
    if (error == MPI_SUCCESS && flag != 0) note_here(record, status);
  });
}

}  // namespace revprof

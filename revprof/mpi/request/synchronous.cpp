// SPDX-License-Identifier: BSD-3-Clause
// Asks the horizon, and answers others that ask meanwhile.
#include "revprof/mpi/request/synchronous.hpp"

#include <algorithm>
#include <functional>

#include "revprof/mpi/message/point_to_point.hpp"

namespace revprof {

SimTime SynchronousSend::end(SimTime posted) const {
  return active_process->engine->end_of_synchronous(Call::MPI_Ssend, stamp.bytes, peer,
                                                    stamp.sent[0], posted);
}

// Whoever has the message has posted its receive: if the last one was early enough, so was that
// one.
std::optional<Clock> SynchronousSend::posted() const {
  const Horizon& horizon = active_process->horizon;
  const Clock last = horizon.last_posting(peer);
  Clock its;
  if (horizon.posting(peer, number, its) == Horizon::Posting::known) return its;
  if (is_early(last)) return Clock();
  return std::nullopt;
}

// It makes no difference on any lane.
bool SynchronousSend::is_early(const Clock& posted) const {
  const int lanes = active_process->engine->lanes();
  return std::equal(posted.data(), posted.data() + lanes, stamp.sent, std::less_equal<SimTime>());
}

// The receiver's word may come too late: it looks at the message after this process has gone on
// only, or has said too much since then. It was no later than the last one.
Clock SynchronousSend::wait() const {
  if (stamp.asked == 0 || !active_process->decides()) return {};
  Horizon& horizon = active_process->horizon;
  const SimTime now = active_process->engine->now()[0];
  Horizon::Patience patience(horizon);
  std::optional<Clock> found;
  for (;;) {
    const std::uint64_t heard = horizon.heard();
    horizon.look();
    Clock its;
    const bool comes = horizon.bound(peer) != Horizon::never &&
                       horizon.posting(peer, number, its) != Horizon::Posting::forgotten;
    found = posted();
    if (found || !comes) break;
    note_all_here();
    horizon.ask(now, std::max(now, earliest_end()), heard);
    if (!patience.lasts(horizon.gets_on_until(Horizon::never))) break;
  }
  horizon.set(Horizon::State::running);
  if (found) return *found;
  const Guard guard(*active_process);
  active_process->choices.note(&ChoiceCounts::postings);
  return horizon.last_posting(peer);
}

void note_here(Request& record, const MPI_Status& status) {
  const auto& receive = *record.as<Request::Receive>();
  record.seen = status;
  record.is_here.store(true, std::memory_order_release);
  const Stamp& stamp = receive.packet.stamp();
  if (stamp.mark == Stamp::mark_value) note_received(stamp, receive.posted.data());
}

void note_all_here() {
  active_process->requests.for_each_live([](MPI_Request handle, Request& record) {
    const auto* const receive = record.as<Request::Receive>();
    if (receive == nullptr || !record.active || receive->held || record.seen || record.cancelled) {
      return;
    }
    int flag = 0;
    MPI_Status status;
    const int error = PMPI_Request_get_status(handle, &flag, &status);
    if (error == MPI_SUCCESS && flag != 0) note_here(record, status);
  });
}

}  // namespace revprof

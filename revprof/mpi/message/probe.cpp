// SPDX-License-Identifier: BSD-3-Clause
// Probes: the status must not count the stamp. The stamp itself is read only when the message is
// received, and moves the clock then; a successful probe costs what a Wait costs, a failed one
// nothing.
#include "revprof/mpi/message/message_calls.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/handle_bits.hpp"

namespace revprof::handle {

namespace {

// A message is taken out of those that others may find.
void note_matched(MPI_Message message, const Envelope& found) {
  const Guard guard(*active_process);
  active_process->matched[bits_of(message)] = found.communicator;
  tell_posting(found);
}

// `real(source, status)` probes, and takes the message out into `takes` (nullptr: leaves it);
// `found()` says whether it found one; `not_found()` says what it says where it finds none.
template <class Real, class Found, class NotFound>
int probe_with(Call call, Asks asks, const MPI_Message* takes, int source, int tag, MPI_Comm handle,
               MPI_Status* status, Real real, Found found, NotFound not_found) {
  Communicator* const communicator = message_communicator(handle, source);
  if (communicator == nullptr) return real(source, status);
  CallScope scope(*active_process, call, asks);
  active_process->held.post_before(Envelope(source, tag, *communicator));
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const std::optional<int> asked = asked_of_anybody(source, tag, *communicator);
  int error = MPI_SUCCESS;
  bool by_host = false;
  if (asks == Asks::no) {
    const Waiting waiting(*active_process, awaited(Envelope(source, tag, *communicator)));
    const InWait<MessageWait> wait(call, source, tag, *communicator);
    source = sender(source, tag, handle, *communicator);
    error = real(source, seen);
  } else {
    const std::optional<int> by_now = sender_by_now(source, tag, handle, *communicator);
    if (by_now == MPI_PROC_NULL) {
      progress();
      return not_found();
    }
    by_host = !by_now;
    error = real(by_now.value_or(source), seen);
  }
  const bool succeeded = error == MPI_SUCCESS && found();
  if (asks == Asks::no || by_host) note_wildcard(source, *communicator);
  if (by_host) tested(succeeded);
  if (succeeded) {
    const int found_at = communicator->world_rank(seen->MPI_SOURCE);
    active_process->horizon.show(found_at, {communicator->context, seen->MPI_TAG});
    if (takes != nullptr) {
      note_matched(*takes, Envelope(seen->MPI_SOURCE, seen->MPI_TAG, *communicator));
    }
    if (asked) active_process->probed = {communicator->number, found_at, seen->MPI_TAG, *asked};
    const std::int64_t bytes = take_stamp_off(*seen, active_process->stamp_bytes);
    scope.book(bytes, found_at, communicator->number,
               [&](Engine& engine) { engine.local(call, bytes); });
  }
  progress();
  return error;
}

}  // namespace

int probe(Call call, decltype(&PMPI_Probe) real, int source, int tag, MPI_Comm handle,
          MPI_Status* status) {
  return probe_with(
      call, Asks::no, nullptr, source, tag, handle, status,
      [&](int from, MPI_Status* seen) { return real(from, tag, handle, seen); },
      [] { return true; }, [] { return MPI_SUCCESS; });
}

int iprobe(Call call, decltype(&PMPI_Iprobe) real, int source, int tag, MPI_Comm handle, int* flag,
           MPI_Status* status) {
  if (!followable(flag)) return real(source, tag, handle, flag, status);
  return probe_with(
      call, Asks::yes, nullptr, source, tag, handle, status,
      [&](int from, MPI_Status* seen) { return real(from, tag, handle, flag, seen); },
      [&] { return *flag != 0; }, [&] { return *flag = 0, MPI_SUCCESS; });
}

int mprobe(Call call, decltype(&PMPI_Mprobe) real, int source, int tag, MPI_Comm handle,
           MPI_Message* message, MPI_Status* status) {
  if (!followable(message)) return real(source, tag, handle, message, status);
  return probe_with(
      call, Asks::no, message, source, tag, handle, status,
      [&](int from, MPI_Status* seen) { return real(from, tag, handle, message, seen); },
      [] { return true; }, [] { return MPI_SUCCESS; });
}

int improbe(Call call, decltype(&PMPI_Improbe) real, int source, int tag, MPI_Comm handle,
            int* flag, MPI_Message* message, MPI_Status* status) {
  if (!followable(flag, message)) return real(source, tag, handle, flag, message, status);
  return probe_with(
      call, Asks::yes, message, source, tag, handle, status,
      [&](int from, MPI_Status* seen) { return real(from, tag, handle, flag, message, seen); },
      [&] { return *flag != 0; }, [&] { return *flag = 0, MPI_SUCCESS; });
}

}  // namespace revprof::handle

// SPDX-License-Identifier: BSD-3-Clause
// What may happen to a request besides its completion: it is freed, or cancelled.
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/request/request_calls.hpp"

namespace revprof::handle {

namespace {

// Of one that is active, MPI has the bytes of both transfers until they are there, and may refuse.
int free_partitioned(decltype(&PMPI_Request_free) real, MPI_Request* request) {
  const MPI_Request freed = *request;
  const int error = real(request);
  if (error != MPI_SUCCESS) return error;
  active_process->partitioned.forget(freed);
  active_process->requests.remove(freed);
  return error;
}

}  // namespace

int request_free(Call, decltype(&PMPI_Request_free) real, MPI_Request* request) {
  if (active_process == nullptr || request == nullptr) return real(request);
  const Guard guard(*active_process);
  Request* const record = active_process->requests.find(*request);
  if (record == nullptr) {
    active_process->generalised.end(*request);
    return real(request);
  }
  const bool partitioned = record->as<Request::Partitioned>() != nullptr;
  if (record->persistent && !record->active) {
    if (partitioned) active_process->partitioned.remove(*request);
    active_process->requests.remove(*request);
    return real(request);
  }
  if (partitioned) return free_partitioned(real, request);
  if (record->as<Request::Collective>() != nullptr) return real(request);  // MPI refuses it
  if (free_held(*record, request)) return MPI_SUCCESS;
  // Its stamp, and perhaps its payload, are in our memory: only we can tell when that may go.
  active_process->requests.orphan(*request);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int cancel(Call, decltype(&PMPI_Cancel) real, MPI_Request* request) {
  if (active_process != nullptr && request != nullptr) {
    const Guard guard(*active_process);
    Request* const record = active_process->requests.find(*request);
    if (record != nullptr) {
      const auto* const receive = record->as<Request::Receive>();
      if (receive != nullptr && receive->held) {
        post_held();
        if (receive->held) return MPI_SUCCESS;  // its message is here already
      }
      record->cancelled = true;
      active_process->horizon.lose_order();
    }
  }
  return real(request);
}

}  // namespace revprof::handle

// SPDX-License-Identifier: BSD-3-Clause
// Wait, Test and Request_get_status: one request.
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/request_calls.hpp"

namespace revprof::handle {

int wait(Call call, decltype(&PMPI_Wait) real, MPI_Request* request, MPI_Status* status) {
  if (!followable(request)) return real(request, status);
  CallScope scope(*active_process, call);
  Claim claim(request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, waiting_for(claim, Completes::all));
    error = real(request, seen);
  }
  if (error == MPI_SUCCESS) {
    finish_one(scope, claim, 0, *seen);
  } else {
    give_up(claim, 0, *request);
  }
  return error;
}

int test(Call call, decltype(&PMPI_Test) real, MPI_Request* request, int* flag,
         MPI_Status* status) {
  if (!followable(request, flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  Claim claim(request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int error = real(request, flag, seen);
  tested(*flag != 0);
  if (error != MPI_SUCCESS) {
    give_up(claim, 0, *request);
  } else if (*flag != 0) {
    finish_one(scope, claim, 0, *seen);
  }
  return error;
}

int request_get_status(Call call, decltype(&PMPI_Request_get_status) real, MPI_Request request,
                       int* flag, MPI_Status* status) {
  if (!followable(flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  const Claim claim(&request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int error = real(request, flag, seen);
  if (error != MPI_SUCCESS || *flag == 0) return error;
  await_clocks(claim, 0);
  const Guard guard(*active_process);
  Finished finished;
  if (!take(claim, 0, *seen, finished)) return error;
  scope.book(finished.bytes, finished.peer(), finished.record->communicator,
             [&](Engine& engine) { charge(engine, finished); });
  finished.record->delivered =
      true;  // the request stays; its completion costs a Wait more, and no more
  return error;
}

}  // namespace revprof::handle

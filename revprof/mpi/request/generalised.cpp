// SPDX-License-Identifier: BSD-3-Clause
// The calls that begin and complete a generalised request. They take no time, and go to the host as
// they came.
#include "revprof/mpi/request/generalised.hpp"

#include "revprof/mpi/process.hpp"

namespace revprof {

void begin_generalised(MPI_Request handle) {
  if (active_process == nullptr || active_process->threaded) return;
  active_process->generalised.begin(handle);
}

void complete_generalised(MPI_Request handle) {
  if (active_process == nullptr || active_process->threaded) return;
  active_process->generalised.complete(handle);
}

}  // namespace revprof

extern "C" {

__attribute__((visibility("default"))) int MPI_Grequest_start(
    MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
    MPI_Grequest_cancel_function* cancel_fn, void* extra_state, MPI_Request* request) {
  const int error = PMPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request);
  if (error == MPI_SUCCESS) revprof::begin_generalised(*request);
  return error;
}

__attribute__((visibility("default"))) int MPI_Grequest_complete(MPI_Request request) {
  revprof::complete_generalised(request);
  return PMPI_Grequest_complete(request);
}

}  // extern "C"

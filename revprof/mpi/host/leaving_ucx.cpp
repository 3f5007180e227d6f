// SPDX-License-Identifier: BSD-3-Clause
// MPICH before 4.2 takes its connections down one by one, each with an answer from the other side,
// and then waits for all processes in a call that answers nobody (its pull request 6596): over TCP
// between nodes, some processes then wait for those for ever. Here all that is under way arrives
// before MPI_Finalize, and the connections are left to the end of UCX's worker, after that call.
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "revprof/mpi/host/caller.hpp"
#include "revprof/mpi/host/leaving.hpp"

namespace {

// UCX API 1.x: ucs_status_t is an enumeration packed into a byte; an error is a pointer near the
// end of memory; a null pointer means that nothing is left to do.
using Status = signed char;
constexpr Status in_progress = 1;
constexpr std::uintptr_t last_error = 100;

std::vector<void*>& workers() {
  static auto& all = *new std::vector<void*>;
  return all;
}

bool leaves_connections = false;

template <class Function>
Function* ucx(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_error(const void* request) {
  return reinterpret_cast<std::uintptr_t>(request) >= std::uintptr_t{0} - last_error;
}

// All that this process has sent is on its way, beyond the need of anybody's care.
void flush(void* worker) {
  static const auto begin =
      ucx<void*(void*, unsigned, void (*)(void*, Status))>("ucp_worker_flush_nb");
  static const auto status = ucx<Status(void*)>("ucp_request_check_status");
  static const auto progress = ucx<unsigned(void*)>("ucp_worker_progress");
  static const auto free_request = ucx<void(void*)>("ucp_request_free");
  if (begin == nullptr || status == nullptr || progress == nullptr || free_request == nullptr)
    return;
  void* const request = begin(worker, 0, [](void*, Status) {});
  if (request == nullptr || is_error(request)) return;
  while (status(request) == in_progress) progress(worker);
  free_request(request);
}

}  // namespace

namespace revprof {

void leave_together(MPI_Comm world) {
  int processes = 0, near = 0;
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_size(world, &processes);
  PMPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  PMPI_Comm_size(node, &near);
  PMPI_Comm_free(&node);
  if (near == processes) return;
  // The others answer while they wait for this one in the barrier.
  for (void* const worker : workers()) flush(worker);
  PMPI_Barrier(world);
  for (void* const worker : workers()) flush(worker);  // the barrier's own messages
  leaves_connections = true;
}

}  // namespace revprof

extern "C" __attribute__((visibility("default"))) Status ucp_worker_create(void* context,
                                                                           const void* parameters,
                                                                           void** worker) {
  static const auto real = ucx<Status(void*, const void*, void**)>("ucp_worker_create");
  const Status status = real(context, parameters, worker);
  // The program, or a library of it, may use UCX, too.
  if (status == 0 && revprof::is_of_mpi(__builtin_return_address(0))) workers().push_back(*worker);
  return status;
}

extern "C" __attribute__((visibility("default"))) void ucp_worker_destroy(void* worker) {
  static const auto real = ucx<void(void*)>("ucp_worker_destroy");
  auto& all = workers();
  all.erase(std::remove(all.begin(), all.end(), worker), all.end());
  real(worker);
}

// What MPICH calls for each connection; done at once where there is nothing left to do.
extern "C" __attribute__((visibility("default"))) void* ucp_disconnect_nb(void* connection) {
  static const auto real = ucx<void*(void*)>("ucp_disconnect_nb");
  const bool leaves = leaves_connections && revprof::is_of_mpi(__builtin_return_address(0));
  return leaves ? nullptr : real(connection);
}

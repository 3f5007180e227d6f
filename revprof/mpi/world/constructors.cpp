// SPDX-License-Identifier: BSD-3-Clause
// Constructors of communicators that are not collective over an existing one: the clocks go over
// the new one; and what frees them. All other constructors are ordinary collectives of their
// communicator (see mpi.table).
#include "revprof/mpi/world/constructors.hpp"

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/world/world_calls.hpp"

namespace revprof {

namespace {

// Everybody's latest clock over a communicator, and the call booked on it.
void agree(CallScope& scope, Call call, const Communicator& communicator) {
  Process& process = *active_process;
  auto record = process.requests.make<Request::Collective>();
  Exchange& exchange = record->exchange();
  Exchange::What what;
  what.everybody = true;
  what.call = call;
  exchange.prepare(*process.engine, what, 0, communicator);
  exchange.announce();
  exchange.collect();
  scope.book(0, -1, communicator.number, [&](Engine& engine) {
    engine.collective({call, communicator.processes, 0, communicator.span}, exchange.ready());
  });
  process.requests.give_back(std::move(record));
}

}  // namespace

void agree_on_communicator(CallScope& scope, Call call, MPI_Comm made) {
  Communicators& communicators = active_process->communicators;
  if (made == MPI_COMM_NULL) return;
  communicators.made(made);
  agree(scope, call, *communicators.find(made));
}

namespace handle {

int comm_create_group(Call call, decltype(&PMPI_Comm_create_group) real, MPI_Comm handle,
                      MPI_Group group, int tag, MPI_Comm* made) {
  return made_communicator(call, made, [&] { return real(handle, group, tag, made); });
}

int intercomm_create(Call call, decltype(&PMPI_Intercomm_create) real, MPI_Comm local,
                     int local_leader, MPI_Comm bridge, int remote_leader, int tag,
                     MPI_Comm* made) {
  return made_communicator(
      call, made, [&] { return real(local, local_leader, bridge, remote_leader, tag, made); });
}

int comm_free(Call, decltype(&PMPI_Comm_free) real, MPI_Comm* handle) {
  if (active_process == nullptr || handle == nullptr || *handle == MPI_COMM_NULL)
    return real(handle);
  return active_process->communicators.release(*handle, [&] { return real(handle); });
}

int comm_disconnect(Call call, decltype(&PMPI_Comm_disconnect) real, MPI_Comm* handle) {
  if (active_process == nullptr || handle == nullptr) return real(handle);
  const Communicator* const communicator = active_process->communicators.find(*handle);
  if (communicator == nullptr) return real(handle);
  if (communicator->channel == nullptr) active_process->communicators.made(*handle);
  CallScope scope(*active_process, call);
  agree(scope, call, *communicator);
  return active_process->communicators.release(*handle, [&] { return real(handle); });
}

}  // namespace handle
}  // namespace revprof

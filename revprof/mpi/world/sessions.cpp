// SPDX-License-Identifier: BSD-3-Clause
// Sessions (MPI-4.0 section 11.3), where the host has them: a program may begin MPI by
// MPI_Session_init as often as it likes, and without MPI_Init.
#include "revprof/mpi/world/constructors.hpp"
#include "revprof/mpi/world/start.hpp"
#include "revprof/mpi/world/world_calls.hpp"

#ifdef REVPROF_DECLARES_MPI_Session_init

namespace revprof {

namespace {

// Of our own: the program's may end in any order.
MPI_Session session = MPI_SESSION_NULL;
MPI_Comm world = MPI_COMM_NULL;

void end_session() {
  if (session == MPI_SESSION_NULL) return;
  PMPI_Comm_free(&world);
  PMPI_Session_finalize(&session);
}

// There is no MPI_COMM_WORLD before MPI_Init, but a process set of the same processes.
Begun session_begun() {
  PMPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  PMPI_Comm_create_from_group(group, "revprof", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &world);
  PMPI_Group_free(&group);
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  Begun begun;
  begun.world = world;
  begun.threaded = level == MPI_THREAD_MULTIPLE;
  begun.end = end_session;
  return begun;
}

}  // namespace

namespace handle {

int session_init(Call, decltype(&PMPI_Session_init) real, MPI_Info info, MPI_Errhandler errors,
                 MPI_Session* made) {
  return begin_with([&] { return real(info, errors, made); }, session_begun);
}

int session_finalize(Call call, decltype(&PMPI_Session_finalize) real, MPI_Session* ended) {
  if (ended == nullptr || *ended == MPI_SESSION_NULL) return real(ended);
  if (active_process != nullptr) {
    CallScope scope(*active_process, call);  // what was computed since the last call
  }
  if (end_with_last() != Ending::none) end_session();
  const int error = real(ended);
  leave_with_failed_run();
  return error;
}

int comm_create_from_group(Call call, decltype(&PMPI_Comm_create_from_group) real, MPI_Group group,
                           const char* name, MPI_Info info, MPI_Errhandler errors, MPI_Comm* made) {
  return made_communicator(call, made, [&] { return real(group, name, info, errors, made); });
}

int intercomm_create_from_groups(Call call, decltype(&PMPI_Intercomm_create_from_groups) real,
                                 MPI_Group local, int local_leader, MPI_Group remote,
                                 int remote_leader, const char* name, MPI_Info info,
                                 MPI_Errhandler errors, MPI_Comm* made) {
  return made_communicator(call, made, [&] {
    return real(local, local_leader, remote, remote_leader, name, info, errors, made);
  });
}

}  // namespace handle
}  // namespace revprof

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Handlers of calls that begin and end MPI, make communicators in ways of their own, bring other
// processes, or ask for the time.
#pragma once

#include <mpi.h>

#include <cstdarg>

#include REVPROF_DECLARED_CALLS  // by this host's mpi.h
#include "revprof/calls/call.hpp"

namespace revprof {

namespace handle {

// start.cpp, timer.cpp
int init(Call, decltype(&PMPI_Init) real, int* argc, char*** argv);
int init_thread(Call, decltype(&PMPI_Init_thread) real, int* argc, char*** argv, int required,
                int* provided);
int finalize(Call, decltype(&PMPI_Finalize) real);
int abort(Call, decltype(&PMPI_Abort) real, MPI_Comm, int code);
double wtime(Call, decltype(&PMPI_Wtime) real);
double wtick(Call, decltype(&PMPI_Wtick) real);
int pcontrol(Call, int level, va_list rest);

// constructors.cpp
int comm_create_group(Call, decltype(&PMPI_Comm_create_group) real, MPI_Comm, MPI_Group, int tag,
                      MPI_Comm* newcomm);
int intercomm_create(Call, decltype(&PMPI_Intercomm_create) real, MPI_Comm local, int local_leader,
                     MPI_Comm bridge, int remote_leader, int tag, MPI_Comm* newcomm);
int comm_free(Call, decltype(&PMPI_Comm_free) real, MPI_Comm*);
int comm_disconnect(Call, decltype(&PMPI_Comm_disconnect) real, MPI_Comm*);

// virtual_nodes.cpp
int comm_split_type(Call, decltype(&PMPI_Comm_split_type) real, MPI_Comm, int type, int key,
                    MPI_Info, MPI_Comm* newcomm);
int processor_name(Call, decltype(&PMPI_Get_processor_name) real, char* name, int* length);

// sessions.cpp, where the host has them
#ifdef REVPROF_DECLARES_MPI_Session_init
int session_init(Call, decltype(&PMPI_Session_init) real, MPI_Info, MPI_Errhandler, MPI_Session*);
int session_finalize(Call, decltype(&PMPI_Session_finalize) real, MPI_Session*);
int comm_create_from_group(Call, decltype(&PMPI_Comm_create_from_group) real, MPI_Group,
                           const char* name, MPI_Info, MPI_Errhandler, MPI_Comm*);
int intercomm_create_from_groups(Call, decltype(&PMPI_Intercomm_create_from_groups) real,
                                 MPI_Group local, int local_leader, MPI_Group remote,
                                 int remote_leader, const char* name, MPI_Info, MPI_Errhandler,
                                 MPI_Comm*);
#endif

// other_world.cpp
int spawn(Call, decltype(&PMPI_Comm_spawn) real, const char* command, char* argv[], int processes,
          MPI_Info, int root, MPI_Comm local, MPI_Comm* inter, int* errors);
int spawn_multiple(Call, decltype(&PMPI_Comm_spawn_multiple) real, int count, char* commands[],
                   char** argvs[], const int processes[], const MPI_Info infos[], int root,
                   MPI_Comm local, MPI_Comm* inter, int* errors);
int port(Call, decltype(&PMPI_Comm_accept) real, const char* name, MPI_Info, int root,
         MPI_Comm local, MPI_Comm* inter);
int join(Call, decltype(&PMPI_Comm_join) real, int socket, MPI_Comm* inter);

}  // namespace handle
}  // namespace revprof

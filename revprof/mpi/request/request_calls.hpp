// SPDX-License-Identifier: BSD-3-Clause
// Handlers of calls on requests: persistent and partitioned ones, and all that completes them.
#pragma once

#include <mpi.h>

#include "revprof/calls/call.hpp"
#include "revprof/mpi/message/message_calls.hpp"

namespace revprof {

namespace handle {

// persistent.cpp
int send_init(Call, Isend real, const void* buffer, int count, MPI_Datatype, int peer, int tag,
              MPI_Comm, MPI_Request*);
int receive_init(Call, Irecv real, void* buffer, int count, MPI_Datatype, int source, int tag,
                 MPI_Comm, MPI_Request*);
int start(Call, decltype(&PMPI_Start) real, MPI_Request*);
int startall(Call, decltype(&PMPI_Startall) real, int count, MPI_Request*);

// freed.cpp
int request_free(Call, decltype(&PMPI_Request_free) real, MPI_Request*);
int cancel(Call, decltype(&PMPI_Cancel) real, MPI_Request*);

// partitioned.cpp, where the host has it
using PsendInit = int (*)(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
                          MPI_Request*);
using PrecvInit = int (*)(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
                          MPI_Request*);
int psend_init(Call, PsendInit real, const void* buffer, int partitions, MPI_Count count,
               MPI_Datatype, int dest, int tag, MPI_Comm, MPI_Info, MPI_Request*);
int precv_init(Call, PrecvInit real, void* buffer, int partitions, MPI_Count count, MPI_Datatype,
               int source, int tag, MPI_Comm, MPI_Info, MPI_Request*);
int pready(Call, int (*real)(int, MPI_Request), int partition, MPI_Request);
int pready_range(Call, int (*real)(int, int, MPI_Request), int low, int high, MPI_Request);
int pready_list(Call, int (*real)(int, const int*, MPI_Request), int length, const int* partitions,
                MPI_Request);
int parrived(Call, int (*real)(MPI_Request, int, int*), MPI_Request, int partition, int* flag);

// completion.cpp
int wait(Call, decltype(&PMPI_Wait) real, MPI_Request*, MPI_Status*);
int test(Call, decltype(&PMPI_Test) real, MPI_Request*, int* flag, MPI_Status*);
int waitany(Call, decltype(&PMPI_Waitany) real, int count, MPI_Request*, int* index, MPI_Status*);
int testany(Call, decltype(&PMPI_Testany) real, int count, MPI_Request*, int* index, int* flag,
            MPI_Status*);
int waitall(Call, decltype(&PMPI_Waitall) real, int count, MPI_Request*, MPI_Status*);
int testall(Call, decltype(&PMPI_Testall) real, int count, MPI_Request*, int* flag, MPI_Status*);
int waitsome(Call, decltype(&PMPI_Waitsome) real, int count, MPI_Request*, int* outcount,
             int* indices, MPI_Status*);
int testsome(Call, decltype(&PMPI_Testsome) real, int count, MPI_Request*, int* outcount,
             int* indices, MPI_Status*);
int request_get_status(Call, decltype(&PMPI_Request_get_status) real, MPI_Request, int* flag,
                       MPI_Status*);
// MPI-4.1
using RequestGetStatusAny = int (*)(int, const MPI_Request*, int*, int*, MPI_Status*);
using RequestGetStatusAll = int (*)(int, const MPI_Request*, int*, MPI_Status*);
using RequestGetStatusSome = int (*)(int, const MPI_Request*, int*, int*, MPI_Status*);
int request_get_status_any(Call, RequestGetStatusAny real, int count, const MPI_Request*,
                           int* index, int* flag, MPI_Status*);
int request_get_status_all(Call, RequestGetStatusAll real, int count, const MPI_Request*, int* flag,
                           MPI_Status*);
int request_get_status_some(Call, RequestGetStatusSome real, int count, const MPI_Request*,
                            int* outcount, int* indices, MPI_Status*);

}  // namespace handle
}  // namespace revprof

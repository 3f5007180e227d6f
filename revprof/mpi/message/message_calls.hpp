// SPDX-License-Identifier: BSD-3-Clause
// Handlers of calls that send, receive or probe a message (MPI-3.1 chapter 3).
#pragma once

#include <mpi.h>

#include REVPROF_DECLARED_CALLS  // by this host's mpi.h
#include "revprof/calls/call.hpp"

namespace revprof {

namespace handle {

using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
using Isend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
using Recv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
using Irecv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

// send.cpp
int send(Call, Send real, const void* buffer, int count, MPI_Datatype, int peer, int tag, MPI_Comm);
int isend(Call, Isend real, const void* buffer, int count, MPI_Datatype, int peer, int tag,
          MPI_Comm, MPI_Request*);
int sendrecv(Call, decltype(&PMPI_Sendrecv) real, const void* sendbuf, int sendcount,
             MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm, MPI_Status*);
using Isendrecv = int (*)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int,
                          int, MPI_Comm, MPI_Request*);
using IsendrecvReplace = int (*)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm,
                                 MPI_Request*);
int isendrecv(Call, Isendrecv real, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
              int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype,
              int source, int recvtag, MPI_Comm, MPI_Request*);
int isendrecv_replace(Call, IsendrecvReplace real, void* buffer, int count, MPI_Datatype, int dest,
                      int sendtag, int source, int recvtag, MPI_Comm, MPI_Request*);
int sendrecv_replace(Call, decltype(&PMPI_Sendrecv_replace) real, void* buffer, int count,
                     MPI_Datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm,
                     MPI_Status*);

// receive.cpp
int receive(Call, Recv real, void* buffer, int count, MPI_Datatype, int source, int tag, MPI_Comm,
            MPI_Status*);
int ireceive(Call, Irecv real, void* buffer, int count, MPI_Datatype, int source, int tag, MPI_Comm,
             MPI_Request*);
int mreceive(Call, decltype(&PMPI_Mrecv) real, void* buffer, int count, MPI_Datatype, MPI_Message*,
             MPI_Status*);
int imreceive(Call, decltype(&PMPI_Imrecv) real, void* buffer, int count, MPI_Datatype,
              MPI_Message*, MPI_Request*);

// probe.cpp
int probe(Call, decltype(&PMPI_Probe) real, int source, int tag, MPI_Comm, MPI_Status*);
int iprobe(Call, decltype(&PMPI_Iprobe) real, int source, int tag, MPI_Comm, int* flag,
           MPI_Status*);
int mprobe(Call, decltype(&PMPI_Mprobe) real, int source, int tag, MPI_Comm, MPI_Message*,
           MPI_Status*);
int improbe(Call, decltype(&PMPI_Improbe) real, int source, int tag, MPI_Comm, int* flag,
            MPI_Message*, MPI_Status*);

}  // namespace handle
}  // namespace revprof

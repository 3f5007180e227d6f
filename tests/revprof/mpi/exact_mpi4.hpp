// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: what MPI-4 has brought.
#pragma once

#include "exact_scenario.hpp"

#if MPI_VERSION >= 4
namespace exact {

// Four partitions of the sender, two of the receiver, who looks at each before it goes on.
inline void partitioned(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    MPI_Psend_init(out, 4, bytes / 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    microseconds(3);
    MPI_Pready_range(0, 2, request);
    microseconds(2);
    MPI_Pready(3, request);
    microseconds(1);
  } else {
    MPI_Precv_init(in, 2, bytes / 2, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (int i = 0; i < 2; ++i) {
      for (int flag = 0; flag == 0;) MPI_Parrived(request, i, &flag);
    }
    microseconds(1);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

// Without MPI_Init.
inline void session() {
  MPI_Session open = MPI_SESSION_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm all = MPI_COMM_NULL;
  int rank = 0;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &open);
  MPI_Group_from_session_pset(open, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &all);
  MPI_Group_free(&group);
  MPI_Comm_rank(all, &rank);
  if (rank == 0) {
    microseconds(1);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, all);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, all, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&all);
  if (rank == 1) microseconds(4);
  MPI_Session_finalize(&open);
}

}  // namespace exact
#endif

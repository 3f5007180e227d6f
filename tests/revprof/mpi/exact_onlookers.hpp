// SPDX-License-Identifier: BSD-3-Clause
// A scenario of exact_times: rooted calls between a group of process 0 and one of the three others,
// with a request: those of the root's group that only look on.
#pragma once

#include "persistent_names.hpp"
#include "revprof/revprof.h"

namespace exact_onlookers {

inline int root_argument(int rank, int root) {
  if (rank == 0) return root - 1;
  return rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

inline void run(int rank) {
  constexpr int bytes = 1000;
  static char in[bytes], out[bytes];
  MPI_Comm own = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Pcontrol(0);  // what makes communicators costs nothing here
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 0, &inter);
  MPI_Pcontrol(1);
  revprof_compute(1000.0 * rank);  // rank microseconds

  MPI_Ibcast(in, bytes, MPI_BYTE, root_argument(rank, 3), inter, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Igather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root_argument(rank, 1), inter, &request);
  for (int done = 0; done == 0;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);

  MPI_Scatter_init(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root_argument(rank, 2), inter,
                   MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own);
}

}  // namespace exact_onlookers

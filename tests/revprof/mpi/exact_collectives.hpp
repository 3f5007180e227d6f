// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: collectives, and (measured_...) what richer models say of them.
#pragma once

#include "exact_scenario.hpp"
#include "persistent_names.hpp"

namespace exact {

inline void collectives(int rank) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<char> all(static_cast<std::size_t>(size * bytes));
  MPI_Request request;
  microseconds(rank);
  MPI_Allreduce(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(in, bytes, MPI_CHAR, 2, MPI_COMM_WORLD);
  MPI_Reduce(out, in, bytes, MPI_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 3) microseconds(5);
  MPI_Gather(out, bytes, MPI_CHAR, all.data(), bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Scan(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  microseconds(10);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Of a ring of 4: a process with its neighbours is 3.
inline void measured_collectives(int rank) {
  char around[2 * bytes];
  const int extent = 4, periodic = 1, counts[] = {bytes, bytes}, places[] = {0, 0};
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Request request;
  microseconds(rank);
  MPI_Iallreduce(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD, &request);
  microseconds(10);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &extent, &periodic, 0, &ring);
  if (rank == 0) microseconds(6);
  MPI_Neighbor_allgather(out, bytes, MPI_CHAR, around, bytes, MPI_CHAR, ring);
  const int places_of_arrival[] = {0, bytes};
  MPI_Neighbor_alltoallv(out, counts, places, MPI_CHAR, around, counts, places_of_arrival, MPI_CHAR,
                         ring);
  MPI_Ineighbor_allgather(out, bytes, MPI_CHAR, around, bytes, MPI_CHAR, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
}

// Two from the same root, and one from another.
inline void measured_rows(int) {
  for (const int root : {0, 0, 1}) MPI_Bcast(in, bytes, MPI_CHAR, root, MPI_COMM_WORLD);
}

// A nonblocking one, and the persistent form twice.
inline void measured_starts(int rank) {
  MPI_Request request;
  microseconds(rank);
  MPI_Iallreduce(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD, &request);
  microseconds(100);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce_init(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  microseconds(100);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

inline void measured_rounds(int rank) {
  microseconds(10 * rank);
  MPI_Barrier(MPI_COMM_WORLD);
  microseconds(rank == 0 ? 30 : 0);
  MPI_Barrier(MPI_COMM_WORLD);
}

inline void measured_parts(int rank) {
  MPI_Comm half = MPI_COMM_NULL, alone = MPI_COMM_NULL;
  microseconds(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(out, in, bytes, MPI_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Scan(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Comm_split(MPI_COMM_WORLD, rank, rank, &alone);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&alone);
}

}  // namespace exact

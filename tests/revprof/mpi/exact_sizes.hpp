// SPDX-License-Identifier: BSD-3-Clause
// A scenario of exact_times: d of collectives whose counts are arrays, between a group of process 0
// and one of the three others, then in a neighbourhood.
#pragma once

#include <vector>

#include "persistent_names.hpp"

namespace exact_sizes {

// All of one communicator's calls; d is worked out in exact_times.py.
inline void between_groups(int rank, MPI_Comm inter) {
  std::vector<char> in(2000), out(2000);
  const bool alone = rank == 0;
  const int places[] = {0, 600, 1200};

  // A total of 1200 for each group.
  const int whole[] = {1200}, parts[] = {800, 400, 0};
  const int* const shares = alone ? whole : parts;
  MPI_Reduce_scatter(out.data(), in.data(), shares, MPI_CHAR, MPI_MAX, inter);

  const int given[] = {100, 200, 300};
  MPI_Gatherv(out.data(), 100 * rank, MPI_CHAR, in.data(), given, places, MPI_CHAR,
              alone ? MPI_ROOT : 0, inter);

  const int sent[] = {500};
  const int root = alone ? 2 : rank == 3 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Scatterv(out.data(), sent, places, MPI_CHAR, in.data(), 500, MPI_CHAR, root, inter);

  const int to_all[] = {100, 200, 300}, from_all[] = {400, 400, 400};
  const int to_one[] = {400}, from_one[] = {100 * rank};
  MPI_Alltoallv(out.data(), alone ? to_all : to_one, places, MPI_CHAR, in.data(),
                alone ? from_all : from_one, places, MPI_CHAR, inter);

  const int shared[] = {100, 100, 400}, shared_by_one[] = {900};
  MPI_Allgatherv(out.data(), alone ? 900 : shared[rank - 1], MPI_CHAR, in.data(),
                 alone ? shared : shared_by_one, places, MPI_CHAR, inter);

  MPI_Request request;
  MPI_Ireduce_scatter(out.data(), in.data(), shares, MPI_CHAR, MPI_MAX, inter, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_scatter_init(out.data(), in.data(), shares, MPI_CHAR, MPI_MAX, inter, MPI_INFO_NULL,
                          &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

// A circle, and from process 0 to process 3.
inline MPI_Comm make_circle(int rank) {
  const int sources[] = {(rank + 3) % 4, 0}, destinations[] = {(rank + 1) % 4, 3};
  MPI_Comm circle = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 3 ? 2 : 1, sources, MPI_UNWEIGHTED,
                                 rank == 0 ? 2 : 1, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &circle);
  return circle;
}

inline void run(int rank) {
  MPI_Comm own = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Pcontrol(0);  // what makes communicators costs nothing here
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 0, &inter);
  MPI_Comm circle = make_circle(rank);
  MPI_Pcontrol(1);
  between_groups(rank, inter);
  const int by_rank[4][2] = {{100, 300}, {50, 0}, {70, 0}, {90, 0}}, places[] = {0, 1000};
  const int from_previous[] = {90, 100, 50, 70};
  const int received[] = {from_previous[rank], 300};
  std::vector<char> in(2000), out(2000);
  MPI_Neighbor_alltoallv(out.data(), by_rank[rank], places, MPI_CHAR, in.data(), received, places,
                         MPI_CHAR, circle);
  MPI_Comm_free(&circle);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&own);
}

}  // namespace exact_sizes

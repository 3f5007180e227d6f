// SPDX-License-Identifier: BSD-3-Clause
// Who a process's neighbours are in a communicator's topology (MPI-3.1 chapter 7).
#include "revprof/mpi/world/topology.hpp"

#include <tuple>
#include <utility>
#include <vector>

namespace revprof {

namespace {

// In the order of MPI-3.1 section 7.6; MPI_PROC_NULL at an open end.
std::vector<int> cartesian_neighbours(MPI_Comm handle) {
  int dimensions = 0;
  PMPI_Cartdim_get(handle, &dimensions);
  std::vector<int> ranks(2 * static_cast<std::size_t>(dimensions));
  for (int d = 0; d < dimensions; ++d) {
    const auto at = 2 * static_cast<std::size_t>(d);
    PMPI_Cart_shift(handle, d, 1, &ranks[at], &ranks[at + 1]);
  }
  return ranks;
}

std::vector<int> graph_neighbours(MPI_Comm handle, int rank) {
  int count = 0;
  PMPI_Graph_neighbors_count(handle, rank, &count);
  std::vector<int> ranks(static_cast<std::size_t>(count));
  PMPI_Graph_neighbors(handle, rank, count, ranks.data());
  return ranks;
}

std::pair<std::vector<int>, std::vector<int>> distributed_neighbours(MPI_Comm handle) {
  int in = 0, out = 0, weighted = 0;
  PMPI_Dist_graph_neighbors_count(handle, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in)), targets(static_cast<std::size_t>(out));
  std::vector<int> in_weights(sources.size()), out_weights(targets.size());
  PMPI_Dist_graph_neighbors(handle, in, sources.data(),
                            weighted != 0 ? in_weights.data() : MPI_UNWEIGHTED, out, targets.data(),
                            weighted != 0 ? out_weights.data() : MPI_UNWEIGHTED);
  return {std::move(sources), std::move(targets)};
}

}  // namespace

void describe_topology(MPI_Comm handle, Communicator& record) {
  int topology = MPI_UNDEFINED;
  if (!record.inter) PMPI_Topo_test(handle, &topology);
  record.has_topology = topology != MPI_UNDEFINED;
  if (!record.has_topology) return;
  std::vector<int> in, out;
  if (topology == MPI_DIST_GRAPH) {
    std::tie(in, out) = distributed_neighbours(handle);
  } else {
    in =
        topology == MPI_CART ? cartesian_neighbours(handle) : graph_neighbours(handle, record.rank);
    out = in;
  }
  record.in_degree = static_cast<int>(in.size());
  record.out_degree = static_cast<int>(out.size());
  record.in_neighbours = std::make_shared<const std::vector<int>>(std::move(in));
  record.out_neighbours = std::make_shared<const std::vector<int>>(std::move(out));
}

}  // namespace revprof

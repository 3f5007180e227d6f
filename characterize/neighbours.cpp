// SPDX-License-Identifier: BSD-3-Clause
// Neighbourhood collectives (MPI-3.1 sections 7.6 and 7.7) on periodic Cartesian grids of 1, 2, 3
// dimensions: p, a process with its neighbours, is 3, 5, 7.
#include "characterize/collective_arguments.hpp"

namespace revprof {

namespace {

// In place of the communicator that all collectives of these ranks share.
void make_grid(Cell& cell) {
  constexpr int most_dimensions = 3;
  const int dimensions = (cell.processes - 1) / 2;
  const int periodic[most_dimensions] = {1, 1, 1};
  int extents[most_dimensions] = {0, 0, 0}, size = 0;
  MPI_Comm_size(cell.communicator, &size);
  MPI_Dims_create(size, dimensions, extents);
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(cell.communicator, dimensions, extents, periodic, 0, &grid);
  cell.communicator = grid;
}

template <Parts send>
void prepare_grid(Cell& cell) {
  make_grid(cell);
  prepare_counts<send, neighbours>(cell);
}
void free_grid(Cell& cell) { MPI_Comm_free(&cell.communicator); }

template <Parts send>
Operation row(const char* name, void (*call)(Cell&)) {
  Operation operation = {name,
                         true,
                         true,
                         Timing::last_return,
                         memory<send, neighbours>,
                         prepare_grid<send>,
                         nothing,
                         call,
                         nothing,
                         free_grid,
                         true};
  operation.neighbours = true;
  return operation;
}

template <Parts send, void (*start)(Cell&, MPI_Request*)>
Operation nonblocking(const char* name) {
  Operation operation = row<send>(name, start_and_wait<start>);
  operation.overlaps = true;
  return operation;
}

}  // namespace

std::vector<Operation> neighbour_operations() {
  constexpr Parts each = neighbours;
  return {
      row<one>("MPI_Neighbor_allgather", allgather<MPI_Neighbor_allgather>),
      row<one>("MPI_Neighbor_allgatherv", allgatherv<MPI_Neighbor_allgatherv>),
      row<each>("MPI_Neighbor_alltoall", alltoall<MPI_Neighbor_alltoall>),
      row<each>("MPI_Neighbor_alltoallv", alltoallv<MPI_Neighbor_alltoallv>),
      row<each>("MPI_Neighbor_alltoallw", neighbour_alltoallw<MPI_Neighbor_alltoallw>),
      nonblocking<one, allgather<MPI_Ineighbor_allgather>>("MPI_Ineighbor_allgather"),
      nonblocking<one, allgatherv<MPI_Ineighbor_allgatherv>>("MPI_Ineighbor_allgatherv"),
      nonblocking<each, alltoall<MPI_Ineighbor_alltoall>>("MPI_Ineighbor_alltoall"),
      nonblocking<each, alltoallv<MPI_Ineighbor_alltoallv>>("MPI_Ineighbor_alltoallv"),
      nonblocking<each, neighbour_alltoallw<MPI_Ineighbor_alltoallw>>("MPI_Ineighbor_alltoallw"),
  };
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Collectives that are started again and again (MPI-4.0 section 6.13), several at once.
#include "check.hpp"
#include "persistent_names.hpp"

namespace {

// Not Gather and Allgather: MPICH 4.0 sends what the buffer held at MPI_Gather_init.
void persistent_collectives(const World& world) {
  const auto n = static_cast<std::size_t>(world.size);
  int own = 0, sum = 0, below = 0, from_root = 0;
  std::vector<int> mine(n), swapped(n);
  const MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Request requests[6];
  CHECK_MPI(MPI_Allreduce_init(&own, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[0]));
  CHECK_MPI(
      MPI_Bcast_init(&from_root, 1, MPI_INT, world.size - 1, comm, MPI_INFO_NULL, &requests[1]));
  CHECK_MPI(MPI_Alltoall_init(mine.data(), 1, MPI_INT, swapped.data(), 1, MPI_INT, comm,
                              MPI_INFO_NULL, &requests[2]));
  CHECK_MPI(MPI_Scan_init(&own, &below, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[3]));
  CHECK_MPI(MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[4]));
  int at_root = 0;
  CHECK_MPI(
      MPI_Reduce_init(&own, &at_root, 1, MPI_INT, MPI_MAX, 0, comm, MPI_INFO_NULL, &requests[5]));
  for (int round = 0; round < 5; ++round) {
    own = world.rank + round;
    from_root = world.rank == world.size - 1 ? 100 + round : -1;
    for (std::size_t i = 0; i < n; ++i) mine[i] = world.rank * 10 + static_cast<int>(i) + round;
    CHECK_MPI(MPI_Start(&requests[0]));
    CHECK_MPI(MPI_Startall(5, requests + 1));
    if (round % 2 == 0) CHECK_MPI(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
    const int ranks = world.size * (world.size - 1) / 2;
    CHECK_EQUAL(sum, ranks + world.size * round);
    CHECK_EQUAL(below, world.rank * (world.rank + 1) / 2 + (world.rank + 1) * round);
    CHECK_EQUAL(from_root, 100 + round);
    if (world.rank == 0) CHECK_EQUAL(at_root, world.size - 1 + round);
    for (int i = 0; i < world.size; ++i) {
      CHECK_EQUAL(swapped[static_cast<std::size_t>(i)], i * 10 + world.rank + round);
    }
  }
  for (MPI_Request& request : requests) CHECK_MPI(MPI_Request_free(&request));
}

// On a ring, each form twice.
void persistent_neighbours(const World& world) {
  MPI_Comm ring;
  const int sizes[] = {world.size}, periods[] = {1};
  CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, periods, 0, &ring));
  int own = 0, out[2] = {}, in[5][2] = {};
  const int counts[] = {1, 1}, places[] = {0, 1};
  const MPI_Aint bytes[] = {0, sizeof(int)};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Request r[5];
  CHECK_MPI(
      MPI_Neighbor_allgather_init(&own, 1, MPI_INT, in[0], 1, MPI_INT, ring, MPI_INFO_NULL, &r[0]));
  CHECK_MPI(MPI_Neighbor_allgatherv_init(&own, 1, MPI_INT, in[1], counts, places, MPI_INT, ring,
                                         MPI_INFO_NULL, &r[1]));
  CHECK_MPI(
      MPI_Neighbor_alltoall_init(out, 1, MPI_INT, in[2], 1, MPI_INT, ring, MPI_INFO_NULL, &r[2]));
  CHECK_MPI(MPI_Neighbor_alltoallv_init(out, counts, places, MPI_INT, in[3], counts, places,
                                        MPI_INT, ring, MPI_INFO_NULL, &r[3]));
  CHECK_MPI(MPI_Neighbor_alltoallw_init(out, counts, bytes, types, in[4], counts, bytes, types,
                                        ring, MPI_INFO_NULL, &r[4]));
  for (int round = 0; round < 2; ++round) {
    own = world.rank + 10 * round;
    out[0] = out[1] = own;
    CHECK_MPI(MPI_Startall(5, r));
    CHECK_MPI(MPI_Waitall(5, r, MPI_STATUSES_IGNORE));
    for (const auto& got : in) {
      CHECK_EQUAL(got[0], world.previous() + 10 * round);
      CHECK_EQUAL(got[1], world.next() + 10 * round);
    }
  }
  for (MPI_Request& request : r) CHECK_MPI(MPI_Request_free(&request));
  CHECK_MPI(MPI_Comm_free(&ring));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  persistent_collectives(world);
  persistent_neighbours(world);
}

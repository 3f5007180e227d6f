// SPDX-License-Identifier: BSD-3-Clause
// Calls that came with MPI-4.0: MPI_Isendrecv, persistent collectives, large counts.
#include "check.hpp"

namespace {

void isendrecv(const World& world) {
  for (const int bytes : sizes()) {
    Guarded out(bytes), in(bytes);
    out.fill(static_cast<std::size_t>(world.rank + bytes));
    MPI_Request request;
    CHECK_MPI(MPI_Isendrecv(out.get(), bytes, MPI_BYTE, world.next(), 1, in.get(), bytes, MPI_BYTE,
                            world.previous(), 1, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));  // MPICH 4.0 leaves the status empty
    CHECK_BYTES(in, static_cast<std::size_t>(world.previous() + bytes), bytes);

    CHECK_MPI(MPI_Isendrecv_replace(out.get(), bytes, MPI_BYTE, world.next(), 2, world.previous(),
                                    2, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_BYTES(out, static_cast<std::size_t>(world.previous() + bytes), bytes);
  }
}

// A chain: the ends have nobody on one side; mixed with ordinary sends and receives.
void isendrecv_chain(const World& world) {
  const int left = world.rank > 0 ? world.rank - 1 : MPI_PROC_NULL;
  const int right = world.rank + 1 < world.size ? world.rank + 1 : MPI_PROC_NULL;
  for (const int bytes : {8, 40'000}) {
    Guarded out(bytes), in(bytes), back(bytes);
    out.fill(static_cast<std::size_t>(world.rank));
    MPI_Request requests[2];
    CHECK_MPI(MPI_Isendrecv(out.get(), bytes, MPI_BYTE, right, 1, in.get(), bytes, MPI_BYTE, left,
                            1, MPI_COMM_WORLD, &requests[0]));
    CHECK_MPI(MPI_Irecv(back.get(), bytes, MPI_BYTE, right, 2, MPI_COMM_WORLD, &requests[1]));
    CHECK_MPI(MPI_Send(out.get(), bytes, MPI_BYTE, left, 2, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_BYTES(in, static_cast<std::size_t>(left), left == MPI_PROC_NULL ? 0 : bytes);
    CHECK_BYTES(back, static_cast<std::size_t>(right), right == MPI_PROC_NULL ? 0 : bytes);
  }
}

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

void large_counts(const World& world) {
  for (const int bytes : {0, 8, 8000, 8300, 100'000}) {
    Guarded out(bytes), in(bytes), both(bytes);
    out.fill(static_cast<std::size_t>(world.rank));
    both.fill(static_cast<std::size_t>(world.rank));
    const auto seed = static_cast<std::size_t>(world.previous());
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Count count = 0;
    CHECK_MPI(
        MPI_Irecv_c(in.get(), bytes, MPI_BYTE, world.previous(), 1, MPI_COMM_WORLD, &requests[0]));
    CHECK_MPI(MPI_Send_c(out.get(), bytes, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Wait(&requests[0], &status));
    CHECK_STATUS(status, world.previous(), 1, bytes);
    MPI_Get_count_c(&status, MPI_BYTE, &count);
    CHECK_EQUAL(count, bytes);
    CHECK_BYTES(in, seed, bytes);
    in.clear();
    CHECK_MPI(MPI_Sendrecv_c(out.get(), bytes, MPI_BYTE, world.next(), 2, in.get(), bytes, MPI_BYTE,
                             world.previous(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(in, seed, bytes);
    CHECK_MPI(MPI_Sendrecv_replace_c(both.get(), bytes, MPI_BYTE, world.next(), 3, world.previous(),
                                     3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(both, seed, bytes);
    in.clear();
    CHECK_MPI(
        MPI_Send_init_c(out.get(), bytes, MPI_BYTE, world.next(), 4, MPI_COMM_WORLD, &requests[0]));
    CHECK_MPI(MPI_Recv_init_c(in.get(), bytes, MPI_BYTE, world.previous(), 4, MPI_COMM_WORLD,
                              &requests[1]));
    CHECK_MPI(MPI_Startall(2, requests));
    CHECK_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK_BYTES(in, seed, bytes);
    for (MPI_Request& request : requests) CHECK_MPI(MPI_Request_free(&request));
  }
  int own = world.rank + 1, sum = 0;
  CHECK_MPI(MPI_Allreduce_c(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  CHECK_EQUAL(sum, world.size * (world.size + 1) / 2);
  std::vector<int> all(static_cast<std::size_t>(world.size));
  std::vector<MPI_Count> counts(all.size(), 1);
  std::vector<MPI_Aint> places;
  for (int i = 0; i < world.size; ++i) places.push_back(i);
  CHECK_MPI(MPI_Allgatherv_c(&own, 1, MPI_INT, all.data(), counts.data(), places.data(), MPI_INT,
                             MPI_COMM_WORLD));
  for (int i = 0; i < world.size; ++i) CHECK_EQUAL(all[static_cast<std::size_t>(i)], i + 1);
}

void large_buffer(const World& world) {
  std::vector<char> attached(3 * (100 + MPI_BSEND_OVERHEAD));
  Guarded out(100), in(100);
  out.fill(static_cast<std::size_t>(world.rank));
  CHECK_MPI(MPI_Buffer_attach_c(attached.data(), static_cast<MPI_Count>(attached.size())));
  for (int i = 0; i < 3; ++i) {
    CHECK_MPI(MPI_Bsend_c(out.get(), 100, MPI_BYTE, world.next(), i, MPI_COMM_WORLD));
  }
  for (int i = 0; i < 3; ++i) {
    CHECK_MPI(MPI_Recv_c(in.get(), 100, MPI_BYTE, world.previous(), i, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE));
    CHECK_BYTES(in, static_cast<std::size_t>(world.previous()), 100);
  }
  void* detached = nullptr;
  MPI_Count size = 0;
  CHECK_MPI(MPI_Buffer_detach_c(&detached, &size));
  CHECK(detached == attached.data());
  CHECK_EQUAL(size, static_cast<MPI_Count>(attached.size()));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  isendrecv(world);
  isendrecv_chain(world);
  persistent_collectives(world);
  persistent_neighbours(world);
  large_counts(world);
  large_buffer(world);
}

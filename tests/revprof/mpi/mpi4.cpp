// SPDX-License-Identifier: BSD-3-Clause
// Calls that came with MPI-4.0: MPI_Isendrecv, large counts.
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

// Of less than a page MPICH 4.0 puts into process 0's.
void large_window(const World& world) {
  int* here = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  CHECK_MPI(MPI_Win_allocate_c(4096 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                               &here, &window));
  *here = -1;
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  CHECK_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world.next(), 0, window));
  CHECK_MPI(MPI_Put(&world.rank, 1, MPI_INT, world.next(), 0, 1, MPI_INT, window));
  CHECK_MPI(MPI_Win_unlock(world.next(), window));
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  CHECK_EQUAL(*here, world.previous());
  CHECK_MPI(MPI_Win_free(&window));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  isendrecv(world);
  isendrecv_chain(world);
  large_counts(world);
  large_buffer(world);
  large_window(world);
}

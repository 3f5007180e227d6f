// SPDX-License-Identifier: BSD-3-Clause
// Partitioned communication (MPI-4.0 chapter 4): every byte, in several rounds, partitions marked
// in every way and order, differently many on both sides.
#include <numeric>
#include <thread>

#include "check.hpp"

namespace {

constexpr int whole = 12;  // partitions divide it
constexpr int rounds = 3;

// A ring of transfers: to the next process, from the previous one.
struct Ring {
  Ring(const World& place, int send_partitions, int receive_partitions, int unit, int tag)
      : world(place),
        partitions(send_partitions),
        expected(receive_partitions),
        bytes(whole * unit),
        out(bytes),
        in(bytes) {
    CHECK_MPI(MPI_Psend_init(out.get(), partitions, bytes / partitions, MPI_BYTE, place.next(), tag,
                             MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]));
    CHECK_MPI(MPI_Precv_init(in.get(), expected, bytes / expected, MPI_BYTE, place.previous(), tag,
                             MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
  }
  ~Ring() {
    CHECK_MPI(MPI_Request_free(&requests[0]));
    CHECK_MPI(MPI_Request_free(&requests[1]));
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  void start(int round) {
    out.fill(static_cast<std::size_t>(world.rank + 10 * round));
    in.clear();
    CHECK_MPI(MPI_Startall(2, requests));
  }
  void check(int round) {
    CHECK_BYTES(in, static_cast<std::size_t>(world.previous() + 10 * round), bytes);
  }
  // MPICH 4.0 leaves the rest of a send's status as it was.
  void check_received(const MPI_Status& status, int tag) {
    CHECK_STATUS(status, world.previous(), tag, bytes);
  }

  const World& world;
  int partitions, expected, bytes;
  Guarded out, in;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

void one_by_one(const World& world) {
  for (const int unit : {1, 100, 1000, 1400, 10'000, 100'000}) {
    for (const auto& [out, in] :
         {std::pair(1, 1), std::pair(4, 4), std::pair(3, 6), std::pair(12, 1), std::pair(2, 12)}) {
      Ring ring(world, out, in, unit, 1);
      for (int round = 0; round < rounds; ++round) {
        ring.start(round);
        for (int i = 0; i < out; ++i) {
          CHECK_MPI(MPI_Pready((i + round) % out, ring.requests[0]));
        }
        MPI_Status statuses[2] = {wrong_status(), wrong_status()};
        CHECK_MPI(MPI_Waitall(2, ring.requests, statuses));
        ring.check_received(statuses[1], 1);
        ring.check(round);
      }
    }
  }
}

void ranges_and_lists(const World& world) {
  Ring ring(world, 6, 4, 500, 2);
  for (int round = 0; round < rounds; ++round) {
    ring.start(round);
    int list[] = {5, 0, 3};
    CHECK_MPI(MPI_Pready_list(3, list, ring.requests[0]));
    CHECK_MPI(MPI_Pready_range(1, 2, ring.requests[0]));
    CHECK_MPI(MPI_Pready(4, ring.requests[0]));
    for (MPI_Request& request : ring.requests) {  // MPICH 4.0 refuses MPI_Testall of them
      for (int done = 0; done == 0;) CHECK_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    }
    ring.check(round);
  }
}

// Each partition is looked at until it is there. MPICH 4.0 sends none before all are ready, so that
// the sender cannot wait here until the receiver has seen the first ones.
void parrived(const World& world) {
  Ring ring(world, 4, 6, 1000, 3);
  for (int round = 0; round < rounds; ++round) {
    ring.start(round);
    CHECK_MPI(MPI_Pready_range(0, 3, ring.requests[0]));
    for (int i = 0; i < ring.expected; ++i) {
      for (int flag = 0; flag == 0;) CHECK_MPI(MPI_Parrived(ring.requests[1], i, &flag));
    }
    ring.check(round);
    MPI_Status status = wrong_status();
    int flag = 0;
    while (flag == 0) {  // MPICH 4.0 does not fill the status in
      CHECK_MPI(MPI_Request_get_status(ring.requests[1], &flag, MPI_STATUS_IGNORE));
    }
    CHECK_MPI(MPI_Wait(&ring.requests[0], MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Wait(&ring.requests[1], &status));
    ring.check_received(status, 3);
  }
}

// Transfers of one tag match in the order of their initialisation, and no ordinary message of that
// tag, not even one received from anywhere.
void same_tag(const World& world) {
  Ring first(world, 2, 2, 50, 4), second(world, 3, 3, 5000, 4);
  for (int round = 0; round < rounds; ++round) {
    int in = -1;
    MPI_Request received = MPI_REQUEST_NULL;
    CHECK_MPI(MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &received));
    second.start(round);
    first.start(round);
    CHECK_MPI(MPI_Pready_range(0, 2, second.requests[0]));
    CHECK_MPI(MPI_Pready_range(0, 1, first.requests[0]));
    MPI_Request all[] = {first.requests[0], second.requests[1], first.requests[1],
                         second.requests[0]};
    for (int i = 0; i < 4; ++i) {
      int index = -1;
      CHECK_MPI(MPI_Waitany(4, all, &index, MPI_STATUS_IGNORE));
      CHECK(index >= 0);
    }
    CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, world.next(), 4, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Wait(&received, MPI_STATUS_IGNORE));
    CHECK_EQUAL(in, world.previous());
    first.check(round);
    second.check(round);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// Threads mark what they have filled while the first one waits.
void threads(const World& world) {
  Ring ring(world, 4, 2, 3000, 5);
  for (int round = 0; round < rounds; ++round) {
    ring.start(round);
    std::vector<std::thread> workers;
    for (int i = 0; i < ring.partitions; ++i) {
      workers.emplace_back([&, i] { CHECK_MPI(MPI_Pready(i, ring.requests[0])); });
    }
    CHECK_MPI(MPI_Waitall(2, ring.requests, MPI_STATUSES_IGNORE));
    for (std::thread& worker : workers) worker.join();
    ring.check(round);
  }
}

// Elements with gaps, on both sides.
void derived_type(const World& world) {
  constexpr int partitions = 3, count = 20, blocks = 4;
  MPI_Datatype vector, type;
  MPI_Type_vector(blocks, 1, 2, MPI_INT, &vector);
  MPI_Type_create_resized(vector, 0, 2 * blocks * static_cast<int>(sizeof(int)), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&vector);
  std::vector<int> out(partitions * count * blocks * 2), in(out.size(), -1);
  std::iota(out.begin(), out.end(), world.rank);
  MPI_Request requests[2];
  CHECK_MPI(MPI_Psend_init(out.data(), partitions, count, type, world.next(), 6, MPI_COMM_WORLD,
                           MPI_INFO_NULL, &requests[0]));
  CHECK_MPI(MPI_Precv_init(in.data(), partitions, count, type, world.previous(), 6, MPI_COMM_WORLD,
                           MPI_INFO_NULL, &requests[1]));
  CHECK_MPI(MPI_Startall(2, requests));
  CHECK_MPI(MPI_Pready_range(0, partitions - 1, requests[0]));
  CHECK_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (std::size_t i = 0; i < in.size(); ++i) {
    CHECK_EQUAL(in[i], i % 2 == 0 ? world.previous() + static_cast<int>(i) : -1);
  }
  for (MPI_Request& request : requests) CHECK_MPI(MPI_Request_free(&request));
  MPI_Type_free(&type);
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  const World world(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  one_by_one(world);
  ranges_and_lists(world);
  parrived(world);
  same_tag(world);
  derived_type(world);
  if (provided == MPI_THREAD_MULTIPLE) threads(world);
}

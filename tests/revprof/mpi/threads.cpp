// SPDX-License-Identifier: BSD-3-Clause
// MPI_THREAD_MULTIPLE: several threads of each process send, receive, probe, complete, make
// communicators and types at the same time, each with tags or a communicator of its own.
#include <memory>
#include <thread>

#include "check.hpp"

namespace {

constexpr int threads = 4, rounds = 30;

struct Traffic {
  const World& world;
  int thread;
  MPI_Comm comm;  // this thread's own

  std::size_t seed(int rank, int round) const {
    return static_cast<std::size_t>(rank * 1000 + round * 10 + thread);
  }
  int bytes(int round) const { return (round * 997 + thread * 313) % 40'000; }

  // On MPI_COMM_WORLD, told apart by tag alone.
  void blocking(int round) const {
    const int size = bytes(round);
    Guarded out(size), in(size + 10);
    out.fill(seed(world.rank, round));
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Sendrecv(out.get(), size, MPI_BYTE, world.next(), thread, in.get(), size + 10,
                           MPI_BYTE, world.previous(), thread, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), thread, size);
    CHECK_BYTES(in, seed(world.previous(), round), size);
  }

  void nonblocking(int round) const {
    const int size = bytes(round);
    Guarded out(size), in(size);
    out.fill(seed(world.rank, round));
    MPI_Request requests[2];
    MPI_Status statuses[2] = {wrong_status(), wrong_status()};
    CHECK_MPI(MPI_Irecv(in.get(), size, MPI_BYTE, MPI_ANY_SOURCE, 3, comm, &requests[0]));
    CHECK_MPI(MPI_Isend(out.get(), size, MPI_BYTE, world.next(), 3, comm, &requests[1]));
    if (round % 2 == 0) {
      CHECK_MPI(MPI_Waitall(2, requests, statuses));
    } else {
      for (int done = 0; done == 0;) CHECK_MPI(MPI_Testall(2, requests, &done, statuses));
    }
    CHECK_STATUS(statuses[0], world.previous(), 3, size);
    CHECK_BYTES(in, seed(world.previous(), round), size);
  }

  void probed(int round) const {
    const int size = bytes(round);
    Guarded out(size), in(size);
    out.fill(seed(world.rank, round));
    MPI_Request request;
    CHECK_MPI(MPI_Issend(out.get(), size, MPI_BYTE, world.next(), 4, comm, &request));
    MPI_Message message;
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Mprobe(world.previous(), 4, comm, &message, &status));
    CHECK_STATUS(status, world.previous(), 4, size);
    CHECK_MPI(MPI_Mrecv(in.get(), size, MPI_BYTE, &message, &status));
    CHECK_STATUS(status, world.previous(), 4, size);
    CHECK_BYTES(in, seed(world.previous(), round), size);
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }

  void persistent(int round) const {
    Guarded out(500), in(500);
    MPI_Request requests[2];
    CHECK_MPI(MPI_Send_init(out.get(), 500, MPI_BYTE, world.next(), 5, comm, &requests[0]));
    CHECK_MPI(MPI_Recv_init(in.get(), 500, MPI_BYTE, world.previous(), 5, comm, &requests[1]));
    for (int start = 0; start < 3; ++start) {
      out.fill(seed(world.rank, round + start));
      CHECK_MPI(MPI_Startall(2, requests));
      CHECK_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
      CHECK_BYTES(in, seed(world.previous(), round + start), 500);
    }
    for (MPI_Request& request : requests) CHECK_MPI(MPI_Request_free(&request));
  }

  void collectives(int round) const {
    const int own = world.rank + round;
    int sum = 0;
    CHECK_MPI(MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_EQUAL(sum, world.size * (world.size - 1) / 2 + round * world.size);
    int word = world.rank == round % world.size ? round : -1;
    MPI_Request request;
    CHECK_MPI(MPI_Ibcast(&word, 1, MPI_INT, round % world.size, comm, &request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQUAL(word, round);
  }

  // A type and a communicator that live for one message.
  void short_lived(int round) const {
    MPI_Comm copy;
    CHECK_MPI(MPI_Comm_dup(comm, &copy));
    MPI_Datatype pairs;
    CHECK_MPI(MPI_Type_vector(100, 1, 2, MPI_INT, &pairs));
    CHECK_MPI(MPI_Type_commit(&pairs));
    std::vector<int> out(200, world.rank + round), in(200, -1);
    CHECK_MPI(MPI_Sendrecv(out.data(), 1, pairs, world.next(), 6, in.data(), 1, pairs,
                           world.previous(), 6, copy, MPI_STATUS_IGNORE));
    for (std::size_t i = 0; i < in.size(); ++i) {
      CHECK_EQUAL(in[i], i % 2 == 0 ? world.previous() + round : -1);
    }
    CHECK_MPI(MPI_Type_free(&pairs));
    CHECK_MPI(MPI_Comm_free(&copy));
  }

  void run() const {
    for (int round = 0; round < rounds; ++round) {
      blocking(round);
      nonblocking(round);
      probed(round);
      persistent(round);
      collectives(round);
      if (round % 5 == 0) short_lived(round);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  const World world(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) return 0;
  std::vector<MPI_Comm> comms(threads);
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&world, &comms, thread] {
      Traffic{world, thread, comms[static_cast<std::size_t>(thread)]}.run();
    });
  }
  for (std::thread& thread : running) thread.join();
  for (MPI_Comm& comm : comms) CHECK_MPI(MPI_Comm_free(&comm));
}

// SPDX-License-Identifier: BSD-3-Clause
// A thread that makes all calls, as those of task runtimes do: it asks for the other process's
// message until another thread lets it send its own one. Process 0 alone; "both": both processes.
#include <atomic>
#include <thread>

#include "check.hpp"

namespace {

constexpr int bytes = 1000;
char in[bytes], out[bytes];

void ask_and_send(int peer) {
  constexpr int enough = 20'000;
  std::atomic<int> asked{0};
  std::atomic<bool> has_work{false};
  std::thread other([&] {
    while (asked < enough) std::this_thread::yield();
    has_work = true;
  });
  MPI_Request request;
  MPI_Irecv(in, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
  int done = 0;
  for (; !has_work; ++asked) {
    if (done == 0) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  MPI_Send(out, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
  while (done == 0) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  other.join();
}

}  // namespace

int main(int argc, char** argv) {
  int level = MPI_THREAD_SINGLE;
  const World world(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  CHECK(level >= MPI_THREAD_SERIALIZED);
  const int peer = 1 - world.rank;
  if (world.rank == 0 || argc > 1) {
    ask_and_send(peer);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
  }
}

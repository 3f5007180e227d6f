// SPDX-License-Identifier: BSD-3-Clause
// Threads that compute and communicate side by side: T of them, each with the same work, take as
// long as one. thread_times.py says what is expected.
#include <mpi.h>
#include <omp.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "revprof/revprof.h"

namespace {

int rank = 0, size = 1;

// Exchanges with a neighbour, between which it computes.
void exchange(int tag) {
  char mine[8] = {}, theirs[8] = {};
  for (int round = 0; round < 10; ++round) {
    revprof_compute(100);
    const int first = rank % 2, peer = rank ^ 1;
    for (int turn = 0; turn < 2; ++turn) {
      if (turn == first) {
        MPI_Send(mine, 8, MPI_CHAR, peer, tag, MPI_COMM_WORLD);
      } else {
        MPI_Recv(theirs, 8, MPI_CHAR, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    }
  }
}

std::atomic<bool> has_computed{false};

void* compute_and_exit(void*) {
  revprof_compute(5000);
  has_computed = true;
  pthread_exit(nullptr);
}

// Who waits for whom decides: 500 before, the slowest of 1000, 2000, ... beside 1500, 300 behind.
void fork_and_join(int count) {
  revprof_compute(500);
  std::vector<std::thread> threads;
  for (int t = 1; t <= count; ++t) threads.emplace_back([t] { revprof_compute(1000 * t); });
  revprof_compute(1500);
  for (std::thread& thread : threads) thread.join();
  revprof_compute(300);
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE || argc < 3) return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = argv[1];
  const int count = std::atoi(argv[2]);
  if (what == "exchange") {
    std::vector<std::thread> threads;
    for (int t = 1; t < count; ++t) threads.emplace_back(exchange, t);
    exchange(0);
    for (std::thread& thread : threads) thread.join();
  } else if (what == "join") {
    fork_and_join(count);
  } else if (what == "detached") {  // at the end of the run
    pthread_t thread;
    pthread_create(&thread, nullptr, compute_and_exit, nullptr);
    pthread_detach(thread);
    revprof_compute(100);
    while (!has_computed) std::this_thread::yield();
  } else {  // in a region of OpenMP
    revprof_compute(500);
    for (int region = 0; region < 3; ++region) {
#pragma omp parallel num_threads(count)
      exchange(omp_get_thread_num());
    }
    revprof_compute(300);
  }
  MPI_Finalize();
  return 0;
}

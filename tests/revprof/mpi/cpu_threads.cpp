// SPDX-License-Identifier: BSD-3-Clause
// Two threads beside the one that calls MPI use 50 ms of CPU time each (cpu_threads.py).
#include <ctime>
#include <thread>

#include "check.hpp"

namespace {

void burn() {
  timespec used{};
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  } while (used.tv_sec == 0 && used.tv_nsec < 50'000'000);
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  const World world(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  std::thread first(burn), second(burn);
  first.join();
  second.join();
  MPI_Barrier(MPI_COMM_WORLD);
}

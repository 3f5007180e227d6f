// SPDX-License-Identifier: BSD-3-Clause
// Whether a process that waits for a message yields its core meanwhile; each prints it.
#include <sched.h>
#include <unistd.h>

#include "check.hpp"

namespace {

int yields = 0;

}  // namespace

// In place of the C library's: whoever yields, yields here.
extern "C" int sched_yield() {
  ++yields;
  return usleep(0);
}

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  // Both wait in the same way: for a message whose sender sleeps. Several times, as a busy host may
  // leave the receiver asleep for as long.
  int seen = 0;
  for (int round = 0; round < 20; ++round) {
    const int sender = round % 2;
    MPI_Barrier(MPI_COMM_WORLD);
    yields = 0;
    int message = 0;
    if (world.rank == sender) {
      usleep(20'000);
      MPI_Send(&message, 1, MPI_INT, 1 - sender, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&message, 1, MPI_INT, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      seen += yields;
    }
  }
  std::printf("%s\n", seen > 0 ? "yields" : "spins");
}

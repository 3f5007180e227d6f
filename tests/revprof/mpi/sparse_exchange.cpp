// SPDX-License-Identifier: BSD-3-Clause
// sparse_exchange ROUNDS: nobody knows who sends to him, so each takes what comes until a barrier
// says that all is there, which a process begins when its own messages have been received (NBX:
// Hoefler, Siebert, Lumsdaine, "Scalable communication protocols for dynamic sparse data exchange",
// 2010).
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

// To whom a process sends in a round: some, and none.
std::vector<int> partners(int rank, int round, int processes) {
  std::vector<int> found;
  for (int distance = 1; distance < processes; ++distance) {
    if ((rank * 5 + round * 3 + distance * 7) % 4 < 2)
      found.push_back((rank + distance) % processes);
  }
  return found;
}

int messages_to(int rank, int round, int processes) {
  int count = 0;
  for (int other = 0; other < processes; ++other) {
    for (const int partner : partners(other, round, processes)) count += partner == rank;
  }
  return count;
}

void exchange(const World& world, int round) {
  revprof_compute(20'000.0 * ((world.rank * 7 + round * 3) % 5));
  const std::vector<int> to = partners(world.rank, round, world.size);
  const std::vector<int> values(to.size(), 100 * round + world.rank);
  std::vector<MPI_Request> sends(to.size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    MPI_Issend(&values[i], 1, MPI_INT, to[i], round, MPI_COMM_WORLD, &sends[i]);
  }
  int received = 0;
  MPI_Request barrier = MPI_REQUEST_NULL;
  for (int has_begun = 0, done = 0; done == 0;) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &found, &status);
    if (found != 0) {
      int value = -1;
      MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK_EQUAL(value, 100 * round + status.MPI_SOURCE);
      ++received;
      revprof_compute(3'000.0);
    }
    if (has_begun != 0) {
      MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
      continue;
    }
    MPI_Testall(static_cast<int>(sends.size()), sends.data(), &has_begun, MPI_STATUSES_IGNORE);
    if (has_begun != 0) MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  }
  CHECK_EQUAL(received, messages_to(world.rank, round, world.size));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int rounds = std::atoi(argv[1]);
  for (int round = 0; round < rounds; ++round) exchange(world, round);
}

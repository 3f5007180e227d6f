// SPDX-License-Identifier: BSD-3-Clause
// MPI_Wtime, MPI_Wtick and MPI_Pcontrol (MPI-3.1 sections 8.6 and 14.2): time passes, loops that
// wait for it end, levels that mean nothing do nothing.
#include "check.hpp"

namespace {

// Moves on with every look; plainly two looks may fall into one tick.
void monotone() {
  CHECK(MPI_Wtick() > 0);
  double last = MPI_Wtime();
  int moved = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double now = MPI_Wtime();
    CHECK(now >= last);
    if (now > last) ++moved;
    last = now;
  }
  CHECK(moved > 1000);
}

void polling_loops_end() {
  for (const double seconds : {1e-4, 0.01, 0.2}) {
    const double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < seconds) {
    }
  }
  // ... and those that look for a message between two looks at the clock.
  const double begin = MPI_Wtime();
  int found = 0;
  while (MPI_Wtime() - begin < 0.01) {
    CHECK_MPI(MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE));
    CHECK_EQUAL(found, 0);
  }
}

// Work never takes a negative time, whatever it is.
void calls_take_time(const World& world) {
  double last = MPI_Wtime();
  for (int i = 0; i < 20; ++i) {
    int out = world.rank, in = -1;
    MPI_Sendrecv(&out, 1, MPI_INT, world.next(), 1, &in, 1, MPI_INT, world.previous(), 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    const double now = MPI_Wtime();
    CHECK(now > last);
    last = now;
  }
}

// Messages go on as before while the clock stands still.
void levels(const World& world) {
  for (const int level : {0, 1, 2, 3, 0, 1, -1, 17, 100'000, 0, 2, 1, 1}) {
    CHECK_MPI(MPI_Pcontrol(level));
    int out = world.rank + level, in = -1, sum = 0;
    MPI_Status status = wrong_status();
    MPI_Request request;
    CHECK_MPI(MPI_Irecv(&in, 1, MPI_INT, world.previous(), 2, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Send(&out, 1, MPI_INT, world.next(), 2, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_STATUS(status, world.previous(), 2, 4);
    CHECK_EQUAL(in, world.previous() + level);
    CHECK_MPI(MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_EQUAL(sum, world.size * (world.size - 1) / 2 + world.size * level);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  monotone();
  polling_loops_end();
  calls_take_time(world);
  levels(world);
}

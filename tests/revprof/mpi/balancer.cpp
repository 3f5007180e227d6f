// SPDX-License-Identifier: BSD-3-Clause
// balancer TASKS: each process takes the number of its next task from one counter, until all are
// taken.
// On the target, who comes first gets the lower number.
#include <cstdlib>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

class Counter {
 public:
  explicit Counter(const World& world) {
    MPI_Win_create(&value_, world.rank == 0 ? sizeof value_ : 0, sizeof value_, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window_);
    MPI_Win_lock_all(0, window_);
  }
  ~Counter() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  int next() {
    const int one = 1;
    int before = -1;
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, window_);
    MPI_Win_flush(0, window_);
    return before;
  }

 private:
  int value_ = 0;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int tasks = std::atoi(argv[1]);
  long sum = 0, all = 0;
  {
    Counter counter(world);
    for (int task = counter.next(); task < tasks; task = counter.next()) {
      revprof_compute((task % 7 == 3 ? 40 : 1) * 60'000.0);
      sum += task;
    }
  }
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world.rank == 0) CHECK_EQUAL(all, tasks * (tasks - 1L) / 2);
  return 0;
}

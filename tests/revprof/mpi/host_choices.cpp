// SPDX-License-Identifier: BSD-3-Clause
// Programs in which the host decides an order, and some in which it does not: host_choices WHAT.
#include <functional>
#include <thread>

#include "check.hpp"

namespace {

// Several threads of each process, each with messages of its own.
void threads(const World& world) {
  const auto send = [&](int tag) {
    for (int i = 0; i < 10; ++i) {
      int out = i, in = -1;
      CHECK_MPI(MPI_Sendrecv(&out, 1, MPI_INT, world.next(), tag, &in, 1, MPI_INT, world.previous(),
                             tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      CHECK_EQUAL(in, i);
    }
  };
  std::thread one(send, 1), other(send, 2);
  one.join();
  other.join();
}

struct Counter {
  Counter() {
    int* memory = nullptr;
    CHECK_MPI(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                               &window));
    *memory = 0;
    CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_MPI(MPI_Win_lock_all(0, window));
  }
  ~Counter() {
    CHECK_MPI(MPI_Win_unlock_all(window));
    CHECK_MPI(MPI_Win_free(&window));
  }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  int add(int target) const {
    const int one = 1;
    int before = -1;
    CHECK_MPI(MPI_Fetch_and_op(&one, &before, MPI_INT, target, 0, MPI_SUM, window));
    CHECK_MPI(MPI_Win_flush(target, window));
    return before;
  }

  MPI_Win window = MPI_WIN_NULL;
};

// All processes count at process 0: who gets which number?
void atomics(const World& world) {
  const Counter counter;
  for (int i = 0; i < 20; ++i) CHECK(counter.add(0) < 20 * world.size);
}

// Each one at its neighbour's alone. MPICH 4.0.2 gives all processes the same few bytes.
void own_atomics(const World& world) {
  const Counter counter;
  for (int i = 0; i < 20; ++i) {
    const int before = counter.add(world.next());
    CHECK(host_is_mpich || before == i);
  }
}

// One thread, although there might be more.
void one_thread(const World& world) {
  int sum = 0;
  CHECK_MPI(MPI_Allreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  const World world(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "threads") threads(world);
  if (what == "atomics") atomics(world);
  if (what == "own_atomics") own_atomics(world);
  if (what == "one_thread") one_thread(world);
}

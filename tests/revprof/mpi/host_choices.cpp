// SPDX-License-Identifier: BSD-3-Clause
// Programs in which the host decides an order, and some in which it does not: host_choices WHAT.
#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

const int one = 1;

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
  std::thread left(send, 1), right(send, 2);
  left.join();
  right.join();
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

// Process 1 does `later` to process 0's word, which is later by the clocks than what process 0 does
// after it, as the host has it.
void after_later(const World& world, const std::function<void(MPI_Win)>& later,
                 const std::function<void(const Counter&)>& after) {
  const Counter counter;
  int number = getpid();
  CHECK_MPI(MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD));
  const std::string done = "host_choices_" + std::to_string(number) + ".tmp";
  if (world.rank == 1) {
    revprof_compute(1e6);
    later(counter.window);
    CHECK_MPI(MPI_Win_flush(0, counter.window));
    std::ofstream(done) << "done";
  }
  if (world.rank == 0) {
    int there = 0;  // MPICH gets on with it in calls of its target
    while (!std::filesystem::remove(done)) {
      PMPI_Iprobe(1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      poll(nullptr, 0, 1);
    }
    after(counter);
  }
}

// As nobody has asked for it before.
void later_words(const World& world) {
  const auto change = [](MPI_Win window) {
    CHECK_MPI(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window));
  };
  after_later(world, change, [](const Counter& counter) { counter.add(0); });
}

// Who looks for the first time is not known to ask.
void later_looks(const World& world) {
  static int found = -1;
  const auto look = [](MPI_Win window) {
    CHECK_MPI(MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, window));
  };
  after_later(world, look, [](const Counter& counter) {
    CHECK_MPI(MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, counter.window));
    CHECK_MPI(MPI_Win_flush(0, counter.window));
  });
}

// The earlier message comes from one who takes longer here than anybody's patience (poll: to sleep
// would move its clock).
void slow_sender(const World& world) {
  if (world.rank == 0) {
    int from[2] = {};
    MPI_Request requests[2];
    for (int i = 0; i < 2; ++i) {
      CHECK_MPI(MPI_Irecv(&from[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[i]));
    }
    for (MPI_Request& request : requests) CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_EQUAL(from[0], 1);
    for (int& sender : from) {
      CHECK_MPI(
          MPI_Recv(&sender, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    CHECK_EQUAL(from[0], 1);
    return;
  }
  for (const int tag : {0, 1}) {
    if (world.rank == 1) {
      poll(nullptr, 0, 1500);
    } else {
      revprof_compute(100000);
    }
    CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD));
  }
}

// One thread, although there might be more.
void one_thread(const World& world) {
  int sum = 0;
  CHECK_MPI(MPI_Allreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

// Programs ask until nothing is left, and so once more than there are requests.
void nothing_left(const World& world) {
  int in[2] = {}, index = -1, flag = 0;
  MPI_Request requests[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  for (int i = 0; i < 2; ++i) {
    CHECK_MPI(MPI_Irecv(&in[i], 1, MPI_INT, world.previous(), i, MPI_COMM_WORLD, &requests[i]));
    CHECK_MPI(MPI_Send(&one, 1, MPI_INT, world.next(), i, MPI_COMM_WORLD));
  }
  int completed = -1;
  do {
    CHECK_MPI(MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE));
    ++completed;
  } while (index != MPI_UNDEFINED);
  CHECK_EQUAL(completed, 2);
  CHECK_MPI(MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE));
  CHECK(flag != 0 && index == MPI_UNDEFINED);
  // One that is left, of a kind whose end the host says.
  CHECK_MPI(MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]));
  CHECK_MPI(MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE));
  CHECK_EQUAL(index, 1);
}

// MPI refuses buffered sends for which no buffer has room: nobody waits for their messages, nor is
// any of them the first one that a receive was posted for. (Plain Open MPI 4.1.4 delivers nothing
// more from one process to another of which it has refused a message.)
void refused_sends(const World& world) {
  if (world.rank == 0) {
    for (const int sender : {1, 2}) {
      int from = -1;
      CHECK_MPI(MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      CHECK_EQUAL(from, sender);
    }
    return;
  }
  const std::vector<char> large(100'000);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; host_is_mpich && world.rank == 1 && i < 3; ++i) {
    MPI_Request request = MPI_REQUEST_NULL;
    CHECK(MPI_Bsend(large.data(), 100'000, MPI_CHAR, 0, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
    CHECK(MPI_Ibsend(large.data(), 100'000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request) !=
          MPI_SUCCESS);
  }
  revprof_compute(1000 * world.rank);
  CHECK_MPI(MPI_Ssend(&world.rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
}

// Codes ask for messages from anybody for nothing but that MPI gets on, and then whether receives
// are complete that name their senders: those have all that comes.
void poked(const World& world) {
  for (int round = 0; round < 20; ++round) {
    std::vector<int> in(static_cast<std::size_t>(world.size), -1);
    std::vector<MPI_Request> open;
    for (int peer = 0; peer < world.size; ++peer) {
      if (peer == world.rank) continue;
      open.emplace_back();
      CHECK_MPI(MPI_Irecv(&in[static_cast<std::size_t>(peer)], 1, MPI_INT, peer, round,
                          MPI_COMM_WORLD, &open.back()));
    }
    revprof_compute(100 * world.rank);
    for (int peer = 0; peer < world.size; ++peer) {
      if (peer != world.rank) CHECK_MPI(MPI_Send(&round, 1, MPI_INT, peer, round, MPI_COMM_WORLD));
    }
    for (MPI_Request& request : open) {
      for (int is_complete = 0; is_complete == 0;) {
        int is_there = 0;
        CHECK_MPI(
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE));
        CHECK_MPI(MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE));
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int provided = MPI_THREAD_SINGLE;
  const bool has_no_threads = what == "slow_sender" || what == "nothing_left" ||
                              what == "refused_sends" || what == "poked" ||
                              what.rfind("later", 0) == 0;
  const int threads_wanted = has_no_threads ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE;
  const World world(&argc, &argv, threads_wanted, &provided);
  if (what == "threads") threads(world);
  if (what == "atomics") atomics(world);
  if (what == "own_atomics") own_atomics(world);
  if (what == "later_words") later_words(world);
  if (what == "later_looks") later_looks(world);
  if (what == "one_thread") one_thread(world);
  if (what == "slow_sender") slow_sender(world);
  if (what == "nothing_left") nothing_left(world);
  if (what == "refused_sends") refused_sends(world);
  if (what == "poked") poked(world);
}

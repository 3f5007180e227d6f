// SPDX-License-Identifier: BSD-3-Clause
// words WHAT: processes tell each other something by a word of a window, in rounds: a flag is set
// by MPI_Accumulate and asked for by MPI_Fetch_and_op, or by MPI_Put and MPI_Get; or each waits at
// its own word for the lock that its predecessor hands on (Mellor-Crummey and Scott 1991).
#include <string>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int rounds = 12;
constexpr int count = 4;  // of words

// Words of each process, 0 at first; and nobody goes on before somebody has asked for one. (Of
// one or two ints MPICH 4.0.2 gives several processes the same ones.)
class Words {
 public:
  Words() {
    int* memory = nullptr;
    CHECK_MPI(MPI_Win_allocate(count * static_cast<MPI_Aint>(sizeof(int)), sizeof(int),
                               MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window_));
    for (int i = 0; i < count; ++i) memory[i] = 0;
    CHECK_MPI(MPI_Win_lock_all(0, window_));
    CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
    fetch(MPI_NO_OP, 0, 0, 0);
    CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  ~Words() {
    CHECK_MPI(MPI_Win_unlock_all(window_));
    CHECK_MPI(MPI_Win_free(&window_));
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  int fetch(MPI_Op op, int value, int process, int word) const {
    int before = -1;
    CHECK_MPI(MPI_Fetch_and_op(&value, &before, MPI_INT, process, word, op, window_));
    CHECK_MPI(MPI_Win_flush(process, window_));
    return before;
  }
  int swap(int expected, int value, int process, int word) const {
    int before = -1;
    CHECK_MPI(MPI_Compare_and_swap(&value, &expected, &before, MPI_INT, process, word, window_));
    CHECK_MPI(MPI_Win_flush(process, window_));
    return before;
  }
  void replace(int value, int process, int word) const {
    CHECK_MPI(MPI_Accumulate(&value, 1, MPI_INT, process, word, 1, MPI_INT, MPI_REPLACE, window_));
    CHECK_MPI(MPI_Win_flush(process, window_));
  }
  int get(int process, int word) const {
    int value = -1;
    CHECK_MPI(MPI_Get(&value, 1, MPI_INT, process, word, 1, MPI_INT, window_));
    CHECK_MPI(MPI_Win_flush(process, window_));
    return value;
  }
  void put(int value, int process, int word) const {
    CHECK_MPI(MPI_Put(&value, 1, MPI_INT, process, word, 1, MPI_INT, window_));
    CHECK_MPI(MPI_Win_flush(process, window_));
  }

 private:
  MPI_Win window_;
};

// Each tells the next one, who asks until it is told, after another time in each round.
template <class Set, class Get>
void tell(const World& world, Set set, Get get) {
  for (int round = 1; round <= rounds; ++round) {
    revprof_compute(5'000.0 * ((world.rank * 5 + round * 3) % 7));
    set(round);
    while (get() < round) {
    }
  }
}

// `tail`, at process 0, is the last one that waits; `next` and `waits` are each one's own.
void hand_on(const World& world) {
  enum { tail, next, waits, shared };
  const Words words;
  const int own = world.rank + 1;
  for (int round = 1; round <= rounds; ++round) {
    revprof_compute(5'000.0 * ((world.rank * 5 + round * 3) % 7));
    words.replace(0, world.rank, next);
    words.replace(1, world.rank, waits);
    const int before = words.fetch(MPI_REPLACE, own, 0, tail);
    if (before != 0) {
      words.replace(own, before - 1, next);
      while (words.fetch(MPI_NO_OP, 0, world.rank, waits) != 0) {
      }
    }
    const int before_it = words.get(0, shared);
    revprof_compute(2'000.0);
    words.put(before_it + 1, 0, shared);
    if (words.swap(own, 0, 0, tail) == own) continue;
    int after = 0;
    while ((after = words.fetch(MPI_NO_OP, 0, world.rank, next)) == 0) {
    }
    words.replace(0, after - 1, waits);
  }
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  CHECK_EQUAL(words.get(0, shared), rounds * world.size);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const std::string what = argv[1];
  if (what == "lock") {
    hand_on(world);
    return 0;
  }
  const Words words;
  if (what == "accumulate") {
    tell(
        world, [&](int round) { words.replace(round, world.next(), 0); },
        [&] { return words.fetch(MPI_NO_OP, 0, world.rank, 0); });
  } else {
    tell(
        world, [&](int round) { words.put(round, world.next(), 0); },
        [&] { return words.get(world.rank, 0); });
  }
}

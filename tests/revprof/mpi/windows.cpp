// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication (MPI-3.1 chapter 11): every kind of window, every transfer, fences,
// locks and flushes.
#include "check.hpp"

namespace {

constexpr int slots = 64;  // ints of every process's window

// A window of any kind; `at(rank)` is where a displacement of 0 is on that process.
struct Windowed {
  const char* kind;
  int* memory = nullptr;
  std::vector<int> own;
  std::vector<MPI_Aint> starts;
  MPI_Win window = MPI_WIN_NULL;

  Windowed(const char* name, const World& world, MPI_Comm communicator)
      : kind(name), own(slots), starts(static_cast<std::size_t>(world.size), 0) {
    const MPI_Aint bytes = slots * sizeof(int);
    const std::string text = name;
    if (text == "create") {
      memory = own.data();
      CHECK_MPI(MPI_Win_create(memory, bytes, sizeof(int), MPI_INFO_NULL, communicator, &window));
    } else if (text == "allocate") {
      CHECK_MPI(
          MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, communicator, &memory, &window));
    } else if (text == "shared") {
      CHECK_MPI(MPI_Win_allocate_shared(bytes, sizeof(int), MPI_INFO_NULL, communicator, &memory,
                                        &window));
    } else {
      memory = own.data();
      CHECK_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, communicator, &window));
      CHECK_MPI(MPI_Win_attach(window, memory, bytes));
      MPI_Aint address = 0;
      MPI_Get_address(memory, &address);
      MPI_Allgather(&address, 1, MPI_AINT, starts.data(), 1, MPI_AINT, communicator);
    }
    std::fill_n(memory, slots, -1);
    MPI_Barrier(communicator);
  }
  ~Windowed() {
    if (std::string(kind) == "dynamic") CHECK_MPI(MPI_Win_detach(window, memory));
    CHECK_MPI(MPI_Win_free(&window));
    CHECK(window == MPI_WIN_NULL);
  }
  Windowed(const Windowed&) = delete;
  Windowed& operator=(const Windowed&) = delete;

  MPI_Aint at(int rank, int slot) const {
    const MPI_Aint start = starts[static_cast<std::size_t>(rank)];
    return start == 0 ? slot : start + slot * static_cast<MPI_Aint>(sizeof(int));
  }
};

// Values for everybody to see, in the own window.
void store(const World& world, const Windowed& w, int first, const std::vector<int>& values) {
  CHECK_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world.rank, 0, w.window));
  std::copy(values.begin(), values.end(), w.memory + first);
  CHECK_MPI(MPI_Win_sync(w.window));
  CHECK_MPI(MPI_Win_unlock(world.rank, w.window));
  MPI_Barrier(MPI_COMM_WORLD);
}

void fences(const World& world, Windowed& w) {
  const int next = world.next(), previous = world.previous();
  CHECK_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, w.window));
  const int out[] = {world.rank, world.rank + 100};
  CHECK_MPI(MPI_Put(out, 2, MPI_INT, next, w.at(next, 3), 2, MPI_INT, w.window));
  CHECK_MPI(MPI_Put(out, 2, MPI_INT, MPI_PROC_NULL, 0, 2, MPI_INT, w.window));
  CHECK_MPI(MPI_Win_fence(0, w.window));
  CHECK_EQUAL(w.memory[3], previous);
  CHECK_EQUAL(w.memory[4], previous + 100);
  CHECK_EQUAL(w.memory[5], -1);
  int in[] = {-5, -5};
  CHECK_MPI(MPI_Get(in, 2, MPI_INT, next, w.at(next, 3), 2, MPI_INT, w.window));
  int untouched = -6;
  CHECK_MPI(MPI_Get(&untouched, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, w.window));
  CHECK_MPI(MPI_Win_fence(0, w.window));
  CHECK_EQUAL(in[0], world.rank);
  CHECK_EQUAL(in[1], world.rank + 100);
  CHECK_EQUAL(untouched, -6);
  w.memory[0] = 0;
  CHECK_MPI(MPI_Win_fence(0, w.window));
  const int one = 1 << world.rank;
  CHECK_MPI(MPI_Accumulate(&one, 1, MPI_INT, 0, w.at(0, 0), 1, MPI_INT, MPI_SUM, w.window));
  CHECK_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, w.window));
  CHECK_EQUAL(w.memory[0], world.rank == 0 ? (1 << world.size) - 1 : 0);
}

// Every second int of three, to a block of three at the target, and back.
void derived_types(const World& world, Windowed& w) {
  const int next = world.next();
  MPI_Datatype gaps = MPI_DATATYPE_NULL;
  MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
  const int out[] = {10, 11, 12, 13, 14, 15};
  int in[] = {-1, -1, -1, -1, -1, -1};
  CHECK_MPI(MPI_Win_fence(0, w.window));
  CHECK_MPI(MPI_Put(out, 1, gaps, next, w.at(next, 10), 3, MPI_INT, w.window));
  CHECK_MPI(MPI_Win_fence(0, w.window));
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(w.memory[10 + i], 10 + 2 * i);
  CHECK_MPI(MPI_Get(in, 1, gaps, next, w.at(next, 10), 3, MPI_INT, w.window));
  CHECK_MPI(MPI_Win_fence(0, w.window));
  MPI_Type_free(&gaps);
  for (int i = 0; i < 6; ++i) CHECK_EQUAL(in[i], i < 5 && i % 2 == 0 ? out[i] : -1);
}

void atomics(const World& world, Windowed& w) {
  store(world, w, 0, std::vector<int>(slots, 0));
  CHECK_MPI(MPI_Win_lock_all(0, w.window));
  const int one = 1;
  std::vector<int> seen;
  for (int i = 0; i < 10; ++i) {
    int before = -1;
    CHECK_MPI(MPI_Fetch_and_op(&one, &before, MPI_INT, 0, w.at(0, 20), MPI_SUM, w.window));
    CHECK_MPI(MPI_Win_flush(0, w.window));
    CHECK(seen.empty() || before > seen.back());
    seen.push_back(before);
  }
  // One of them all finds a 0 here.
  const int mine = world.rank + 1, zero = 0;
  int found = -1, copy[2] = {-1, -1};
  CHECK_MPI(MPI_Compare_and_swap(&mine, &zero, &found, MPI_INT, world.size - 1,
                                 w.at(world.size - 1, 21), w.window));
  CHECK_MPI(MPI_Win_flush_all(w.window));
  const int first = found == 0 ? 1 : 0;
  const int addend[] = {2, 3};
  CHECK_MPI(MPI_Get_accumulate(addend, 2, MPI_INT, copy, 2, MPI_INT, world.rank,
                               w.at(world.rank, 22), 2, MPI_INT, MPI_SUM, w.window));
  CHECK_MPI(MPI_Win_flush_local(world.rank, w.window));
  CHECK_EQUAL(copy[1], 0);
  CHECK_MPI(MPI_Get_accumulate(nullptr, 0, MPI_INT, copy, 2, MPI_INT, world.rank,
                               w.at(world.rank, 22), 2, MPI_INT, MPI_NO_OP, w.window));
  CHECK_MPI(MPI_Win_flush_local_all(w.window));
  CHECK_EQUAL(copy[0], 2);
  CHECK_EQUAL(copy[1], 3);
  int unused = -9;
  CHECK_MPI(MPI_Fetch_and_op(&one, &unused, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, w.window));
  CHECK_MPI(MPI_Compare_and_swap(&one, &zero, &unused, MPI_INT, MPI_PROC_NULL, 0, w.window));
  CHECK_EQUAL(unused, -9);
  CHECK_MPI(MPI_Win_unlock_all(w.window));
  int winners = 0;
  MPI_Allreduce(&first, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(winners, 1);
  CHECK_MPI(MPI_Win_lock(MPI_LOCK_SHARED, world.rank, 0, w.window));
  if (world.rank == 0) CHECK_EQUAL(w.memory[20], 10 * world.size);
  if (world.rank == world.size - 1) CHECK(w.memory[21] >= 1 && w.memory[21] <= world.size);
  CHECK_MPI(MPI_Win_unlock(world.rank, w.window));
}

void with_requests(const World& world, Windowed& w) {
  const int next = world.next();
  store(world, w, 30, {0, -1, 7});
  CHECK_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, w.window));
  const int one = 1, two = 2;
  int in = -1, before = -1, flag = 0;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  CHECK_MPI(MPI_Rput(&two, 1, MPI_INT, next, w.at(next, 31), 1, MPI_INT, w.window, &requests[0]));
  CHECK_MPI(MPI_Raccumulate(&one, 1, MPI_INT, 0, w.at(0, 30), 1, MPI_INT, MPI_SUM, w.window,
                            &requests[1]));
  CHECK_MPI(MPI_Waitall(2, requests, statuses));
  CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
  CHECK_MPI(MPI_Win_flush_all(w.window));
  CHECK_MPI(MPI_Rget(&in, 1, MPI_INT, next, w.at(next, 31), 1, MPI_INT, w.window, &requests[0]));
  while (flag == 0) CHECK_MPI(MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE));
  CHECK_EQUAL(in, 2);
  CHECK_MPI(MPI_Rget_accumulate(&one, 1, MPI_INT, &before, 1, MPI_INT, next, w.at(next, 32), 1,
                                MPI_INT, MPI_SUM, w.window, &requests[0]));
  CHECK_MPI(MPI_Wait(&requests[0], &statuses[0]));
  CHECK_EQUAL(before, 7);
  // Hundreds at once, completed by the flush and by their requests.
  std::vector<MPI_Request> many(300, MPI_REQUEST_NULL);
  for (MPI_Request& request : many) {
    CHECK_MPI(
        MPI_Raccumulate(&one, 1, MPI_INT, 0, w.at(0, 30), 1, MPI_INT, MPI_SUM, w.window, &request));
  }
  CHECK_MPI(MPI_Win_flush_local_all(w.window));
  CHECK_MPI(MPI_Waitall(300, many.data(), MPI_STATUSES_IGNORE));
  CHECK_MPI(MPI_Rput(&two, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, w.window, &requests[0]));
  CHECK_MPI(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  CHECK_MPI(MPI_Win_unlock_all(w.window));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world.rank, 0, w.window));
  if (world.rank == 0) CHECK_EQUAL(w.memory[30], 301 * world.size);
  CHECK_EQUAL(w.memory[32], 8);
  CHECK_MPI(MPI_Win_unlock(world.rank, w.window));
}

// A counter that nothing but the lock protects.
void exclusive_locks(const World& world, Windowed& w) {
  constexpr int rounds = 20;
  const int target = world.size - 1;
  store(world, w, 40, {0});
  for (int i = 0; i < rounds; ++i) {
    int value = -1;
    CHECK_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, w.window));
    CHECK_MPI(MPI_Get(&value, 1, MPI_INT, target, w.at(target, 40), 1, MPI_INT, w.window));
    CHECK_MPI(MPI_Win_flush(target, w.window));
    ++value;
    CHECK_MPI(MPI_Put(&value, 1, MPI_INT, target, w.at(target, 40), 1, MPI_INT, w.window));
    CHECK_MPI(MPI_Win_unlock(target, w.window));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int sum = -1;
  CHECK_MPI(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, w.window));
  CHECK_MPI(MPI_Get(&sum, 1, MPI_INT, target, w.at(target, 40), 1, MPI_INT, w.window));
  CHECK_MPI(MPI_Win_unlock(target, w.window));
  CHECK_EQUAL(sum, rounds * world.size);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Big transfers arrive whole.
void sizes_of_transfers(const World& world) {
  constexpr int most = 1 << 20;
  std::vector<char> out(most), in(most);
  char* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  CHECK_MPI(MPI_Win_allocate(most, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
  for (const int bytes : {0, 1, 1000, 4096, 4097, 65536, most}) {
    for (int i = 0; i < bytes; ++i) {
      const auto at = static_cast<std::size_t>(i);
      out[at] = static_cast<char>(pattern(static_cast<std::size_t>(world.rank), at));
    }
    CHECK_MPI(MPI_Win_fence(0, window));
    CHECK_MPI(MPI_Put(out.data(), bytes, MPI_CHAR, world.next(), 0, bytes, MPI_CHAR, window));
    CHECK_MPI(MPI_Win_fence(0, window));
    CHECK_MPI(MPI_Get(in.data(), bytes, MPI_CHAR, world.next(), 0, bytes, MPI_CHAR, window));
    CHECK_MPI(MPI_Win_fence(0, window));
    for (int i = 0; i < bytes; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto previous = static_cast<std::size_t>(world.previous());
      CHECK_EQUAL(memory[at], static_cast<char>(pattern(previous, at)));
      CHECK_EQUAL(in[at], out[at]);
    }
  }
  MPI_Info hints = MPI_INFO_NULL;
  MPI_Info_create(&hints);
  CHECK_MPI(MPI_Win_set_info(window, hints));
  MPI_Info_free(&hints);
  CHECK_MPI(MPI_Win_free(&window));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  std::vector<const char*> kinds = {"allocate", "shared"};
  // Open MPI 4.1.4 refuses the user's own memory where there is one process.
  if (world.size > 1 || host_is_mpich) kinds.insert(kinds.end(), {"create", "dynamic"});
  // Windows outlive the communicator that they were made of, and several live at once.
  for (const char* kind : kinds) {
    MPI_Comm made_of = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &made_of);
    Windowed w(kind, world, made_of), other(kind, world, MPI_COMM_WORLD);
    MPI_Comm_free(&made_of);
    fences(world, w);
    derived_types(world, w);
    atomics(world, other);
    with_requests(world, other);
    exclusive_locks(world, w);
  }
  sizes_of_transfers(world);
}

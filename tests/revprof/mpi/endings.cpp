// SPDX-License-Identifier: BSD-3-Clause
// endings
// single|funneled|serialized|multiple|finalize|handler|destructor|callback|abort|exit|crash: how
// MPI is begun or a program ends; the exit code stays the program's own.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "check.hpp"

namespace {

// With MPI_THREAD_MULTIPLE: two threads per process send and receive at the same time.
void two_threads(int rank, int size) {
  const auto traffic = [&](int tag) {
    for (int i = 0; i < 300; ++i) {
      const int bytes = i * 617 % 40'000;
      Guarded out(bytes), in(bytes);
      out.fill(static_cast<std::size_t>(tag + i));
      MPI_Status status = wrong_status();
      CHECK_MPI(MPI_Sendrecv(out.get(), bytes, MPI_BYTE, (rank + 1) % size, tag, in.get(), bytes,
                             MPI_BYTE, (rank + size - 1) % size, tag, MPI_COMM_WORLD, &status));
      CHECK_STATUS(status, (rank + size - 1) % size, tag, bytes);
      CHECK_BYTES(in, static_cast<std::size_t>(tag + i), bytes);
    }
  };
  std::thread other(traffic, 1);
  traffic(2);
  other.join();
}

void with_threads(int* argc, char*** argv, int required) {
  int provided = -1, rank = 0, size = 1, flag = 0;
  MPI_Initialized(&flag);
  CHECK_EQUAL(flag, 0);
  CHECK_MPI(MPI_Init_thread(argc, argv, required, &provided));
  MPI_Initialized(&flag);
  CHECK_EQUAL(flag, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) std::cout << "required " << required << ", provided " << provided << std::endl;
  if (provided == MPI_THREAD_MULTIPLE) two_threads(rank, size);
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  CHECK_MPI(MPI_Finalize());
  MPI_Finalized(&flag);
  CHECK_EQUAL(flag, 1);
}

// What MPI_Init makes is made after both, and would be destroyed before them.
void finalize() { CHECK_MPI(MPI_Finalize()); }
bool is_left_to_destructor = false;
__attribute__((destructor)) void at_unloading() {
  if (is_left_to_destructor) finalize();
}

// MPI_Finalize deletes the attributes of MPI_COMM_SELF first, and all of MPI still works.
int at_end(MPI_Comm, int, void* value, void*) {
  int rank = 0, size = 1, flag = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Finalized(&flag);
  CHECK_EQUAL(flag, 0);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  int in = -1;
  CHECK_MPI(MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, &in, 1, MPI_INT, previous, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE));
  CHECK_EQUAL(in, previous);
  MPI_Comm own = MPI_COMM_NULL;
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &own));
  CHECK_MPI(MPI_Barrier(own));
  CHECK_MPI(MPI_Comm_free(&own));
  if (rank == 0) std::cout << "deleted " << *static_cast<int*>(value) << std::endl;
  return MPI_SUCCESS;
}

void ends_with_callbacks() {
  int provided = -1, rank = 0;
  static int values[] = {0, 1};
  CHECK_MPI(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided));
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int& value : values) {
    int key = MPI_KEYVAL_INVALID;
    CHECK_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, nullptr));
    CHECK_MPI(MPI_Comm_set_attr(MPI_COMM_SELF, key, &value));
  }
  // The others come to MPI_Finalize while process 0 still waits for its word.
  if (rank == 0) MPI_Recv(nullptr, 0, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(nullptr, 0, MPI_INT, 0, 9, MPI_COMM_WORLD);
  CHECK_MPI(MPI_Finalize());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "single") return with_threads(&argc, &argv, MPI_THREAD_SINGLE), 0;
  if (how == "funneled") return with_threads(&argc, &argv, MPI_THREAD_FUNNELED), 0;
  if (how == "serialized") return with_threads(&argc, &argv, MPI_THREAD_SERIALIZED), 0;
  if (how == "multiple") return with_threads(&argc, &argv, MPI_THREAD_MULTIPLE), 0;
  if (how == "callback") return ends_with_callbacks(), 0;
  if (how == "handler") std::atexit(finalize);
  CHECK_MPI(MPI_Init(nullptr, nullptr));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (how == "abort" && rank == 0) MPI_Abort(MPI_COMM_WORLD, 37);
  if (how == "exit" && rank == 0) std::exit(5);  // without MPI_Finalize
  if (how == "crash" && rank == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  }
  if (how != "finalize") MPI_Barrier(MPI_COMM_WORLD);  // the others wait for rank 0
  is_left_to_destructor = how == "destructor";
  if (how != "handler" && how != "destructor") CHECK_MPI(MPI_Finalize());
  return rank == 0 ? 9 : 0;
}

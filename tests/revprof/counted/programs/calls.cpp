// SPDX-License-Identifier: BSD-3-Clause
// Functions that call each other, throw, jump over others and return before and after the run.
#include <mpi.h>

#include <csetjmp>
#include <cstdio>
#include <thread>

namespace {

std::jmp_buf before;

long leaf(long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i) sum += i % 3 == 1 ? i : -1;
  return sum;
}

// Without a jump.
__attribute__((noinline)) long straight(long n) { return 3 * n + 1; }

long recursive(int depth) { return depth == 0 ? leaf(100) : recursive(depth - 1) + leaf(10); }

long throwing(int what) {
  if (what > 0) throw what;
  return leaf(5);
}

void jumping() {
  leaf(7);
  std::longjmp(before, 1);
}

long solve(int rank) {
  long sum = straight(recursive(4));
  try {
    throwing(rank + 1);
  } catch (int what) {
    sum += what;
  }
  if (setjmp(before) == 0) jumping();
  std::thread([] { leaf(1000); }).join();  // of a thread that makes no calls nothing is known
  long all = 0;
  MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

void start(int* argc, char*** argv) { MPI_Init(argc, argv); }

}  // namespace

int main(int argc, char** argv) {
  start(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long sum = 0;
  for (int i = 0; i < 10; ++i) sum += solve(rank);
  if (rank == 0) std::printf("%ld\n", sum);
  MPI_Finalize();
  return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
// As namesakes_linked, in the two other ways; the program opens it when it runs, and it keeps where
// its functions are at once, as R's Rmpi does.
#include <mpi.h>

extern "C" int mpi_scan__(int value) {
  int sum = 0;
  MPI_Scan(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

extern "C" void MPI_REDUCE(int* value) { *value += 2000; }

namespace {

int (*scan)(int) = nullptr;
void (*reduce)(int*) = nullptr;

__attribute__((constructor)) void keep() {
  scan = &mpi_scan__;
  reduce = &MPI_REDUCE;
}

}  // namespace

extern "C" int sum_of_opened(int value) {
  int sum = scan(value);
  reduce(&sum);
  return sum;
}

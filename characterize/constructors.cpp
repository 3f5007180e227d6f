// SPDX-License-Identifier: BSD-3-Clause
// The constructors of communicators that programs call most; others stand on these. What they make
// is freed outside the timed part.
#include "characterize/operation.hpp"

namespace revprof {

namespace {

void nothing(Cell&) {}
std::int64_t no_memory(int, std::int64_t) { return 0; }

void free_made(Cell& c) {
  if (c.made != MPI_COMM_NULL) MPI_Comm_free(&c.made);
}
void dup(Cell& c) { MPI_Comm_dup(c.communicator, &c.made); }
// Into the rows of a grid that is as square as can be.
void split(Cell& c) {
  int extents[2] = {0, 0};
  MPI_Dims_create(c.processes, 2, extents);
  MPI_Comm_split(c.communicator, c.rank / extents[1], c.rank, &c.made);
}
// A ring.
void cart_create(Cell& c) {
  const int extent = c.processes, periodic = 1;
  MPI_Cart_create(c.communicator, 1, &extent, &periodic, 0, &c.made);
}

Operation row(const char* name, void (*call)(Cell&)) {
  return {name, true, false, Timing::last_return, no_memory, nothing, nothing, call, free_made};
}

}  // namespace

std::vector<Operation> constructor_operations() {
  return {row("MPI_Comm_dup", dup), row("MPI_Comm_split", split),
          row("MPI_Cart_create", cart_create)};
}

}  // namespace revprof

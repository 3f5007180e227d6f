// SPDX-License-Identifier: BSD-3-Clause
// The constructors of communicators and windows that programs call most; others stand on these.
// What they make is freed outside the timed part.
#include <algorithm>

#include "characterize/operation.hpp"

namespace revprof {

namespace {

void free_made(Cell& c) {
  if (c.made != MPI_COMM_NULL) MPI_Comm_free(&c.made);
}
void dup(Cell& c) { MPI_Comm_dup(c.communicator, &c.made); }
int members_of(const Cell& c) { return static_cast<int>(std::max<std::int64_t>(c.bytes, 1)); }
// Into groups of d consecutive ranks.
void split_into_groups(Cell& c) {
  MPI_Comm_split(c.communicator, c.rank / members_of(c), c.rank, &c.made);
}
// Each process of its group of d consecutive ranks.
void create_of_groups(Cell& c) {
  const int members = members_of(c), first = c.rank / members * members;
  MPI_Group all, own;
  MPI_Comm_group(c.communicator, &all);
  int range[1][3] = {{first, std::min(first + members, c.processes) - 1, 1}};
  MPI_Group_range_incl(all, 1, range, &own);
  MPI_Comm_create(c.communicator, own, &c.made);
  MPI_Group_free(&own);
  MPI_Group_free(&all);
}
// A ring.
void cart_create(Cell& c) {
  const int extent = c.processes, periodic = 1;
  MPI_Cart_create(c.communicator, 1, &extent, &periodic, 0, &c.made);
}

constexpr std::int64_t window_bytes = 4096;
std::int64_t window_memory(int, std::int64_t) { return window_bytes; }
void prepare_window(Cell& c) { c.receive.reserve(window_bytes); }
void win_create(Cell& c) {
  MPI_Win_create(c.receive.data(), window_bytes, 1, MPI_INFO_NULL, c.communicator, &c.window);
}
void free_window(Cell& c) { MPI_Win_free(&c.window); }

Operation row(const char* name, void (*call)(Cell&)) {
  return {name, true, false, Timing::last_return, no_memory, nothing, nothing, call, free_made};
}

Operation by_members(Operation operation) {
  operation.by_members = true;
  return operation;
}

Operation window() {
  Operation operation = {"MPI_Win_create", true,    false,      Timing::last_return, window_memory,
                         prepare_window,   nothing, win_create, free_window};
  operation.several = true;   // Open MPI 4.1.4 has no window of one process's own memory
  operation.only_bytes = 24;  // what each process has to tell the others
  return operation;
}

}  // namespace

std::vector<Operation> constructor_operations() {
  return {row("MPI_Comm_dup", dup), by_members(row("MPI_Comm_split", split_into_groups)),
          by_members(row("MPI_Comm_create", create_of_groups)), row("MPI_Cart_create", cart_create),
          window()};
}

}  // namespace revprof

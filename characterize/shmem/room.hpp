// SPDX-License-Identifier: BSD-3-Clause
// Symmetric memory, which all processes have to take together, before any cell; and a cell's
// processes in OpenSHMEM's numbers.
#pragma once

#include <shmem.h>

#include <vector>

#include "characterize/operation.hpp"

namespace revprof::symmetric {

// The largest of these halves of `wanted` that the heap has.
std::int64_t make_room(std::int64_t wanted);

// What a cell uses of it: both at the same places on all processes.
struct Room {
  char* target = nullptr;  // what others write to
  char* source = nullptr;
  char* work = nullptr;
  std::vector<int> processes;  // of the cell
  int log_stride = 0;          // between them, where they are even
  int turn = 0;                // of the arrays for collectives
};
// Of the cell that is measured now.
const Room& room();

// Of one that writes `target` bytes and reads `source`; all of it is 0.
void lay_out(const Cell& cell, std::int64_t target, std::int64_t source, std::int64_t work = 0);

// Arrays that collectives need between them. A cell's calls take them in turn.
long* sync_array();

}  // namespace revprof::symmetric

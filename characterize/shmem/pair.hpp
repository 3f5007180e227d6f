// SPDX-License-Identifier: BSD-3-Clause
// What operations of process 0 with process 1, or with itself, share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "characterize/shmem/room.hpp"

namespace revprof::symmetric {

constexpr std::int64_t word_bytes = sizeof(long);

// Of this process: process 1, or process 0 where there is no other; of process 1 process 0.
inline int peer(const Cell& cell) {
  return cell.members == 1 ? room().processes[0] : room().processes[cell.rank == 0 ? 1 : 0];
}

// Transports that move nothing by themselves need the others inside the library: they stay there
// until process 0 is through.
constexpr int tag = 3;
inline void attend(Cell& c) {
  MPI_Recv(nullptr, 0, MPI_BYTE, 0, tag, c.communicator, MPI_STATUS_IGNORE);
}
inline void dismiss(Cell& c) {
  if (!first(c)) return;
  if (c.members > 1) MPI_Send(nullptr, 0, MPI_BYTE, c.members - 1, tag, c.communicator);
}

// Of a word alone.
inline long* word() { return reinterpret_cast<long*>(room().target); }
inline void lay_out_word(Cell& cell) {
  cell.messages = 1;
  lay_out(cell, word_bytes, word_bytes);
}
// A program makes such calls one after the other, where they overlap in the processor; a single one
// between two readings of the clock takes several times as long.
constexpr std::int64_t row_bytes = 64 << 10;
constexpr std::int64_t longest_row = 100;
template <void (*call)(Cell&)>
void in_a_row(Cell& cell) {
  for (int i = 0; i < cell.messages; ++i) call(cell);
}
inline int row_of(std::int64_t bytes) {
  const std::int64_t fit = row_bytes / std::max(bytes, word_bytes);
  return static_cast<int>(std::clamp(fit, std::int64_t{1}, longest_row));
}
inline void lay_out_words(Cell& cell) {
  lay_out_word(cell);
  cell.messages = row_of(word_bytes);
}
inline std::int64_t memory_of_word(int, std::int64_t) { return 2 * word_bytes; }

inline Operation pair(const char* name, bool sized, std::int64_t (*memory)(int, std::int64_t),
                      void (*prepare)(Cell&), void (*before)(Cell&), void (*call)(Cell&),
                      void (*after)(Cell&)) {
  Operation operation = {name,   false, sized, Timing::inside_first, memory, prepare,
                         before, call,  after};
  operation.symmetric = operation.coarse = operation.to_itself = true;
  return operation;
}

}  // namespace revprof::symmetric

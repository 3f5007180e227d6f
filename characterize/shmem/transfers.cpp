// SPDX-License-Identifier: BSD-3-Clause
// Puts, gets and atomics of process 0 to process 1, which waits inside MPI (OpenSHMEM 1.4, sections
// 9.5 to 9.7).
#include "characterize/shmem/operations.hpp"
#include "characterize/shmem/pair.hpp"

namespace revprof::symmetric {

namespace {

// Many processes at one word: in a row, so that each meets the others'.
constexpr int atomics_in_a_row = 16;

void lay_out_pair(Cell& cell) {
  cell.messages = row_of(cell.bytes);
  lay_out(cell, cell.bytes, cell.bytes);
}
// Every second element.
void lay_out_strided(Cell& cell) {
  cell.messages = row_of(2 * cell.bytes);
  lay_out(cell, 2 * cell.bytes, 2 * cell.bytes);
}

std::size_t size(const Cell& cell) { return static_cast<std::size_t>(cell.bytes); }

template <void (*transfer)(Cell&)>
void originate(Cell& c) {
  first(c) ? in_a_row<transfer>(c) : attend(c);
}

void put(Cell& c) { shmem_putmem(room().target, room().source, size(c), peer(c)); }
void get(Cell& c) { shmem_getmem(room().source, room().target, size(c), peer(c)); }
void put_nbi(Cell& c) {
  shmem_putmem_nbi(room().target, room().source, size(c), peer(c));
  shmem_quiet();
}
void get_nbi(Cell& c) {
  shmem_getmem_nbi(room().source, room().target, size(c), peer(c));
  shmem_quiet();
}
void iput(Cell& c) {
  shmem_iput64(room().target, room().source, 2, 2, size(c) / word_bytes, peer(c));
}
void iget(Cell& c) {
  shmem_iget64(room().source, room().target, 2, 2, size(c) / word_bytes, peer(c));
}
void p(Cell& c) { shmem_long_p(word(), 1, peer(c)); }
void g(Cell& c) { room().source[0] = static_cast<char>(shmem_long_g(word(), peer(c))); }

void atomic_set(Cell& c) { shmem_long_atomic_set(word(), 1, peer(c)); }
void atomic_add(Cell& c) { shmem_long_atomic_add(word(), 1, peer(c)); }
void atomic_inc(Cell& c) { shmem_long_atomic_inc(word(), peer(c)); }
void fetch(Cell& c) { shmem_long_atomic_fetch(word(), peer(c)); }
void fetch_inc(Cell& c) { shmem_long_atomic_fetch_inc(word(), peer(c)); }
void swap(Cell& c) { shmem_long_atomic_swap(word(), 1, peer(c)); }
void compare_swap(Cell& c) { shmem_long_atomic_compare_swap(word(), 0, 0, peer(c)); }

// Of p processes p - 1, among them process 0, add to a word of the last one's.
void lay_out_fan(Cell& cell) {
  lay_out_word(cell);
  cell.messages = atomics_in_a_row;
}
void fetch_add(Cell& c) {
  if (c.members > 1 && c.rank == c.members - 1) return attend(c);
  for (int i = 0; i < c.messages; ++i) {
    shmem_long_atomic_fetch_add(word(), 1, room().processes.back());
  }
}

void complete_and_dismiss(Cell& c) {
  shmem_quiet();
  dismiss(c);
}

std::int64_t four_times(int, std::int64_t bytes) { return 4 * bytes; }

template <void (*transfer)(Cell&)>
Operation block(const char* name) {
  return pair(name, true, two_messages, lay_out_pair, nothing, originate<transfer>,
              complete_and_dismiss);
}

template <void (*transfer)(Cell&)>
Operation strided(const char* name) {
  Operation operation = pair(name, true, four_times, lay_out_strided, nothing, originate<transfer>,
                             complete_and_dismiss);
  operation.unit_bytes = word_bytes;
  return operation;
}

template <void (*transfer)(Cell&)>
Operation on_word(const char* name, std::int64_t bytes = 0) {
  Operation operation = pair(name, false, memory_of_word, lay_out_words, nothing,
                             originate<transfer>, complete_and_dismiss);
  operation.only_bytes = bytes;
  return operation;
}

Operation fan_of_fetch_add() {
  Operation operation = pair("shmem_atomic_fetch_add", false, memory_of_word, lay_out_fan, nothing,
                             fetch_add, complete_and_dismiss);
  operation.fan = true;
  return operation;
}

}  // namespace

std::vector<Operation> transfers() {
  return {
      block<put>("shmem_put"),
      on_word<p>("shmem_p", word_bytes),
      strided<iput>("shmem_iput"),
      block<get>("shmem_get"),
      on_word<g>("shmem_g", word_bytes),
      strided<iget>("shmem_iget"),
      block<put_nbi>("shmem_put_nbi"),
      block<get_nbi>("shmem_get_nbi"),
      on_word<atomic_set>("shmem_atomic_set"),
      on_word<atomic_add>("shmem_atomic_add"),
      on_word<atomic_inc>("shmem_atomic_inc"),
      on_word<fetch>("shmem_atomic_fetch"),
      fan_of_fetch_add(),
      on_word<fetch_inc>("shmem_atomic_fetch_inc"),
      on_word<swap>("shmem_atomic_swap"),
      on_word<compare_swap>("shmem_atomic_compare_swap"),
  };
}

}  // namespace revprof::symmetric

// SPDX-License-Identifier: BSD-3-Clause
// With nothing to complete and nothing to wait for: quiet, fence, a wait for a word; and locks,
// free and wanted by all (OpenSHMEM 1.4, sections 9.9 to 9.11).
#include "characterize/shmem/operations.hpp"
#include "characterize/shmem/pair.hpp"

namespace revprof::symmetric {

namespace {

void quiet(Cell&) { shmem_quiet(); }
void fence(Cell&) { shmem_fence(); }
void wait_until(Cell&) { shmem_long_wait_until(word(), SHMEM_CMP_EQ, 0); }
void test(Cell&) { shmem_long_test(word(), SHMEM_CMP_EQ, 0); }

template <void (*call)(Cell&)>
void by_first(Cell& c) {
  if (first(c)) in_a_row<call>(c);
}

void set(Cell& c) { first(c) ? shmem_set_lock(word()) : attend(c); }
void clear(Cell& c) { first(c) ? shmem_clear_lock(word()) : attend(c); }
void clear_and_dismiss(Cell& c) {
  if (first(c)) shmem_clear_lock(word());
  dismiss(c);
}
void set_and_dismiss(Cell& c) {
  set(c);
  dismiss(c);
}

template <void (*call)(Cell&)>
Operation row(const char* name) {
  return pair(name, false, memory_of_word, lay_out_words, nothing, by_first<call>, nothing);
}

// All want it at once, each once: a p-th of the time to the last one's return.
void lay_out_queue(Cell& cell) {
  lay_out_word(cell);
  cell.messages = cell.members;
}
void take_in_turn(Cell&) {
  shmem_set_lock(word());
  shmem_clear_lock(word());
}

Operation handover() {
  Operation operation = pair("shmem_set_lock.next", false, memory_of_word, lay_out_queue, nothing,
                             take_in_turn, nothing);
  operation.collective = operation.several = true;
  operation.to_itself = false;
  operation.timing = Timing::last_return;
  return operation;
}

}  // namespace

std::vector<Operation> orders() {
  return {
      row<quiet>("shmem_quiet"),
      row<fence>("shmem_fence"),
      row<wait_until>("shmem_wait_until"),
      row<test>("shmem_test"),
      pair("shmem_set_lock", false, memory_of_word, lay_out_word, nothing, set, clear_and_dismiss),
      pair("shmem_clear_lock", false, memory_of_word, lay_out_word, set_and_dismiss, clear,
           dismiss),
      handover(),
  };
}

}  // namespace revprof::symmetric

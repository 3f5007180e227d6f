// SPDX-License-Identifier: BSD-3-Clause
// Locks, by the program's addresses: who wants one stands in line for it, from when it has its turn
// on; so the library's own lock is free for the one that has come to the head.
#include "revprof/shmem/order_calls.hpp"

namespace revprof::shmem {

namespace {

constexpr int held_by_another = 1;

}  // namespace

void lock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  const std::uint64_t key = symmetric->addresses.key(address);
  InLine line;
  if (active_process->horizon.is_open()) line = line_up(*symmetric, key, symmetric->await_turn());
  if (line.place >= 0) {
    symmetric->await([&] { return symmetric->last_changes.is_first(key, line.place); });
  }
  real(address);
  book_taken(*symmetric, scope, call, key, line.in_order);
}

int test_lock(Call call, int (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call, Asks::yes);
  Horizon& horizon = active_process->horizon;
  const std::uint64_t key = symmetric->addresses.key(address);
  InLine line;
  std::uint64_t known = 0;
  if (horizon.is_open()) {
    known = horizon.changes();
    line = line_up_first(*symmetric, key, [&](auto at) { return symmetric->await_turn(at); });
  }
  const bool is_held = line.place == LastChanges::no_place;
  if (is_held) symmetric->give_way();
  const int found = is_held ? held_by_another : real(address);
  if (found == 0) {
    note_test(*active_process, true);
    book_taken(*symmetric, scope, call, key, line.in_order);
  } else {
    if (line.place >= 0) leave_line(*symmetric, key);
    note_held(*symmetric, key, line, known);
  }
  return found;
}

void unlock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  const std::uint64_t key = symmetric->addresses.key(address);
  // Until others can see that it is free; all else was there when the call began.
  Horizon& horizon = active_process->horizon;
  const bool has_turns = horizon.has_turns();
  if (has_turns) horizon.begin_change(active_process->engine->now()[0]);
  book_given_back(*symmetric, scope, call, symmetric->under_way(SHMEM_CTX_DEFAULT), key);
  real(address);
  leave_line(*symmetric, key);
  if (has_turns) symmetric->are_there();
}

}  // namespace revprof::shmem

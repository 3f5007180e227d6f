// SPDX-License-Identifier: BSD-3-Clause
// Locks: who gets one first is the host's choice; it has it from when the one before has left it.
#include "revprof/shmem/order_calls.hpp"

namespace revprof::shmem {

namespace {

void book_taken(Symmetric& symmetric, CallScope& scope, Call call, const volatile long* address) {
  Process& process = *active_process;
  const Guard guard(process);
  symmetric.catch_up();
  const auto last =
      symmetric.last_changes.read(LastChanges::of_lock, symmetric.addresses.key(address));
  if (last && last->writer != process.team->rank()) ++process.choices.locks;
  scope.book(
      0, -1, 0,
      [&](Engine& engine) {
        last ? engine.read(call, 0, engine.rank(), last->clock) : engine.local(call, 0);
      },
      symmetric.window);
}

}  // namespace

void lock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  real(address);
  book_taken(*symmetric, scope, call, address);
}

int test_lock(Call call, int (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call, Asks::yes);
  const int held_by_another = real(address);
  held_by_another == 0 ? book_taken(*symmetric, scope, call, address) : note_failed_test();
  return held_by_another;
}

void unlock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  {
    const Guard guard(*active_process);
    symmetric->catch_up();
    Context& under_way = symmetric->contexts[SHMEM_CTX_DEFAULT];
    scope.book(
        0, -1, 0, [&](Engine& engine) { engine.quiet(call, under_way.pending()); },
        symmetric->window);
    under_way.complete();
    symmetric->last_changes.write(LastChanges::of_lock, symmetric->addresses.key(address), 0,
                                  active_process->engine->clock());
  }
  real(address);
}

}  // namespace revprof::shmem

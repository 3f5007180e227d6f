// SPDX-License-Identifier: BSD-3-Clause
// Locks, by the program's addresses.
#include "revprof/shmem/order_calls.hpp"

namespace revprof::shmem {

void lock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  real(address);
  book_taken(*symmetric, scope, call, symmetric->addresses.key(address));
}

int test_lock(Call call, int (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call, Asks::yes);
  const int held_by_another = real(address);
  held_by_another == 0 ? book_taken(*symmetric, scope, call, symmetric->addresses.key(address))
                       : note_failed_test(*active_process);
  return held_by_another;
}

void unlock(Call call, void (*real)(volatile long*), volatile long* address) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real(address);
  CallScope scope(*active_process, call);
  book_given_back(*symmetric, scope, call, symmetric->under_way(SHMEM_CTX_DEFAULT),
                  symmetric->addresses.key(address));
  real(address);
}

}  // namespace revprof::shmem

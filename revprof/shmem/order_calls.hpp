// SPDX-License-Identifier: BSD-3-Clause
// Handlers of what orders and completes puts, waits for words, and locks (OpenSHMEM 1.4,
// sections 9.9 to 9.11).
#pragma once

#include <cstdint>
#include <type_traits>

#include "revprof/run/memory/order.hpp"
#include "revprof/shmem/symmetric.hpp"

namespace revprof::shmem {

template <class Real>
void fence(Call call, ContextHandle context, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real();
  CallScope scope(*active_process, call);
  real();
  book_fence(*symmetric, scope, call, symmetric->under_way(context));
}

template <class Real>
void quiet(Call call, ContextHandle context, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real();
  CallScope scope(*active_process, call);
  real();
  book_quiet(*symmetric, scope, call, symmetric->under_way(context));
  symmetric->note_landed();
}

template <class T>
bool compare(T word, int comparison, T value) {
  switch (comparison) {
    case SHMEM_CMP_EQ:
      return word == value;
    case SHMEM_CMP_NE:
      return word != value;
    case SHMEM_CMP_GT:
      return word > value;
    case SHMEM_CMP_GE:
      return word >= value;
    case SHMEM_CMP_LT:
      return word < value;
    default:
      return word <= value;
  }
}

template <class T>
Flag flag_of(Symmetric& symmetric, const volatile T* address, int comparison, T value) {
  const std::uint64_t key = symmetric.addresses.key(address);
  return Flag(symmetric, address, key, sizeof(T), [comparison, value](std::uint64_t word) {
    return compare(value_of<T>(word), comparison, value);
  });
}

template <class T, class Real>
void flag_wait(Call call, const volatile T* address, int comparison, T value, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real();
  CallScope scope(*active_process, call);
  Flag flag = flag_of(*symmetric, address, comparison, value);
  symmetric->await([&] { return flag.holds(); });
  real();
  flag.book(scope, call);
}

template <class T, class Real>
int flag_test(Call call, const volatile T* address, int comparison, T value, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr) return real();
  CallScope scope(*active_process, call, Asks::yes);
  Flag flag = flag_of(*symmetric, address, comparison, value);
  const std::uint64_t known = active_process->horizon.changes();
  const int holds = real();
  if (holds != 0) {
    flag.book(scope, call);
  } else {
    note_test(*active_process, false);
    active_process->horizon.wait_for_change(known);
  }
  return holds;
}

void lock(Call call, void (*real)(volatile long*), volatile long* address);
int test_lock(Call call, int (*real)(volatile long*), volatile long* address);
void unlock(Call call, void (*real)(volatile long*), volatile long* address);

}  // namespace revprof::shmem

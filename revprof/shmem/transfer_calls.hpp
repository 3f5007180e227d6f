// SPDX-License-Identifier: BSD-3-Clause
// Handlers of puts, gets and atomics, by type (OpenSHMEM 1.4, sections 9.5 to 9.7).
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "revprof/run/memory/transfer.hpp"
#include "revprof/shmem/symmetric.hpp"

namespace revprof::shmem {

// Somebody's memory, as the call says it.
struct Place {
  Call call;
  ContextHandle context;
  const volatile void* address;
  std::int64_t bytes;  // as of a RemoteRange
  std::int64_t extent;
  int pe;

  RemoteRange in(Symmetric& symmetric) const {
    return {call, symmetric.under_way(context), symmetric.addresses.key(address), bytes, extent,
            pe};
  }
};

inline std::int64_t strided(std::size_t count, std::ptrdiff_t stride, std::size_t width) {
  const auto steps = static_cast<std::ptrdiff_t>(count) - 1;
  return count == 0 ? 0 : (steps * stride + 1) * static_cast<std::ptrdiff_t>(width);
}

// Somebody has asked what a word was before its changes: their order matters.
inline bool has_order(const Symmetric& symmetric, const RemoteRange& target) {
  return symmetric.run.horizon.has_turns() &&
         symmetric.last_changes.has_order(target.pe, target.key);
}

template <class Real>
void put(const Place& place, const void* source, Real real, Way way = Way::put) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(place.pe)) return real();
  CallScope scope(*active_process, place.call);
  const RemoteRange target = place.in(*symmetric);
  const Turn turn = target.is_word() && has_order(*symmetric, target)
                        ? symmetric->await_turn(target, way)
                        : Turn::unknown;
  const PutBytes moved = put_bytes(target, source);
  begin_change(*symmetric, scope, target, way, moved.operation, moved.last, turn, moved.first);
  real();
  if (symmetric->run.horizon.has_turns()) symmetric->land();
}

template <class Real>
void put_nbi(const Place& place, const void* source, Real real) {
  put(place, source, real, Way::posted);
}

// Who reads a word of its own, or the same one again, asks what others do to it.
inline bool asks(Symmetric& symmetric, const RemoteRange& target) {
  if (!target.is_word() || !symmetric.run.horizon.has_turns()) return false;
  const std::pair last = std::exchange(symmetric.read, {target.pe, target.key});
  return symmetric.read == last || target.pe == symmetric.run.team->rank();
}

template <class Real>
void get(const Place& place, const void* dest, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(place.pe)) return real();
  CallScope scope(*active_process, place.call);
  const RemoteRange target = place.in(*symmetric);
  const bool in_turn = asks(*symmetric, target);
  const Turn turn = in_turn ? symmetric->await_turn(target, Way::result) : Turn::unknown;
  real();
  if (!target.is_word()) return read_block(*symmetric, scope, target);
  const std::uint64_t found = word_of_bytes(dest, target.bytes);
  if (in_turn) return fetch_word(*symmetric, scope, target, found, turn);
  read_word(*symmetric, scope, target, found);
}

template <class Real>
void get_nbi(const Place& place, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(place.pe)) return real();
  CallScope scope(*active_process, place.call);
  const RemoteRange target = place.in(*symmetric);
  real();
  post_read(*symmetric, scope, target);
}

template <class Real>
auto g(const Place& place, Real real) {
  std::invoke_result_t<Real> value;
  get(place, &value, [&] { value = real(); });
  return value;
}

// Atomics, with a result or without one: `real` returns what was there.
template <class T, class Real>
auto fetching(const Place& place, Way way, Change operation, T operand, Real real) {
  using Value = std::invoke_result_t<Real>;
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(place.pe)) return real();
  CallScope scope(*active_process, place.call);
  const RemoteRange target = place.in(*symmetric);
  // Sums that nobody asks for are the same in any order.
  const bool in_turn =
      way == Way::result || operation == Change::set || has_order(*symmetric, target);
  const Turn turn = in_turn ? symmetric->await_turn(target, way) : Turn::unknown;
  if (operation == Change::none) {
    const Value found = real();
    fetch_word(*symmetric, scope, target, word_of(found), turn);
    return found;
  }
  const std::uint64_t word = word_of(static_cast<Value>(operand));
  Told told = begin_change(*symmetric, scope, target, way, operation, word, turn);
  const Value found = real();
  end_change(*symmetric, scope, target, way, told, operation, word_of(found),
             applied(operation, word_of(found), word, target.bytes));
  return found;
}

// And, or and xor without a result. Of a word that this process can reach the processor is asked:
// Open MPI's forms with a result (UCX 1.13) do something else there.
template <class T, class Real>
void bitwise(const Place& place, Change operation, T* dest, T operand, Real fetch) {
  fetching(place, Way::atomic, operation, operand, [&]() -> T {
    auto* const word = static_cast<T*>(pshmem_ptr(dest, place.pe));
    if (word == nullptr) return fetch();
    if (operation == Change::bit_and) return __atomic_fetch_and(word, operand, __ATOMIC_SEQ_CST);
    if (operation == Change::bit_or) return __atomic_fetch_or(word, operand, __ATOMIC_SEQ_CST);
    return __atomic_fetch_xor(word, operand, __ATOMIC_SEQ_CST);
  });
}

template <class T, class Real>
T compare_and_swap(const Place& place, T condition, T value, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(place.pe)) return real();
  CallScope scope(*active_process, place.call);
  const RemoteRange target = place.in(*symmetric);
  const Turn turn = symmetric->await_turn(target, Way::result);
  Told told =
      begin_change(*symmetric, scope, target, Way::result, Change::set, word_of(value), turn);
  const T found = real();
  const bool swapped = word_of(found) == word_of(condition);
  end_change(*symmetric, scope, target, Way::result, told, swapped ? Change::set : Change::none,
             word_of(found), word_of(swapped ? value : found));
  return found;
}

}  // namespace revprof::shmem

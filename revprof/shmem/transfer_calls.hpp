// SPDX-License-Identifier: BSD-3-Clause
// Handlers of puts, gets and atomics, by type (OpenSHMEM 1.4, sections 9.5 to 9.7).
#pragma once

#include <cstring>
#include <type_traits>

#include "revprof/shmem/symmetric.hpp"

namespace revprof::shmem {

// Somebody's memory.
struct Target {
  Call call;
  ContextHandle context;
  const volatile void* address;
  std::int64_t bytes;   // d
  std::int64_t extent;  // from the first byte behind the last one, where that is not d; else 0
  int pe;

  bool is_word() const { return extent == 0 && bytes > 0 && bytes <= Update::word_bytes; }
};

inline std::int64_t strided(std::size_t count, std::ptrdiff_t stride, std::size_t width) {
  const auto steps = static_cast<std::ptrdiff_t>(count) - 1;
  return count == 0 ? 0 : (steps * stride + 1) * static_cast<std::ptrdiff_t>(width);
}

// How a change is made.
enum class Way {
  put,     // the origin waits until it may use its own memory again
  posted,  // it does not
  atomic,  // of a word, without a result
  result   // of a word, with one
};

// What is told of it before it is made.
struct Told {
  std::int64_t number = -1;
  Update update;
};
Told begin_change(Symmetric& symmetric, CallScope& scope, const Target& target, Way way,
                  Change operation, std::uint64_t operand);
// An atomic one has found `old`, and left `now`.
void end_change(Symmetric& symmetric, CallScope& scope, const Target& target, Way way, Told& told,
                Change operation, std::uint64_t old, std::uint64_t now);

// What a read has found: it came from somebody else, perhaps later than now.
void read_word(Symmetric& symmetric, CallScope& scope, const Target& target, std::uint64_t found);
void read_block(Symmetric& symmetric, CallScope& scope, const Target& target);
void post_read(Symmetric& symmetric, CallScope& scope, const Target& target);

inline std::uint64_t word_of_bytes(const void* source, std::int64_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, source, static_cast<std::size_t>(bytes));
  return word;
}

template <class Real>
void put(const Target& target, const void* source, Real real, Way way = Way::put) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  const bool word = target.is_word();
  begin_change(*symmetric, scope, target, way, word ? Change::set : Change::block,
               word ? word_of_bytes(source, target.bytes) : 0);
  real();
}

template <class Real>
void put_nbi(const Target& target, const void* source, Real real) {
  put(target, source, real, Way::posted);
}

template <class Real>
void get(const Target& target, const void* dest, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  real();
  if (target.is_word()) {
    read_word(*symmetric, scope, target, word_of_bytes(dest, target.bytes));
  } else {
    read_block(*symmetric, scope, target);
  }
}

template <class Real>
void get_nbi(const Target& target, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  real();
  post_read(*symmetric, scope, target);
}

template <class Real>
auto g(const Target& target, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  const auto value = real();
  if (target.is_word()) {
    read_word(*symmetric, scope, target, word_of_bytes(&value, target.bytes));
  } else {
    read_block(*symmetric, scope, target);
  }
  return value;
}

// Atomics, with a result or without one: `real` returns what was there.
template <class T, class Real>
auto fetching(const Target& target, Way way, Change operation, T operand, Real real) {
  using Value = std::invoke_result_t<Real>;
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  if (operation == Change::none) {
    const Value found = real();
    read_word(*symmetric, scope, target, word_of(found));
    return found;
  }
  const std::uint64_t word = word_of(static_cast<Value>(operand));
  Told told = begin_change(*symmetric, scope, target, way, operation, word);
  const Value found = real();
  end_change(*symmetric, scope, target, way, told, operation, word_of(found),
             applied(operation, word_of(found), word, target.bytes));
  return found;
}

template <class T, class Real>
T compare_and_swap(const Target& target, T condition, T value, Real real) {
  const OwnCall own;
  Symmetric* const symmetric = own.symmetric();
  if (symmetric == nullptr || !symmetric->is_process(target.pe)) return real();
  CallScope scope(*active_process, target.call);
  Told told = begin_change(*symmetric, scope, target, Way::result, Change::set, word_of(value));
  const T found = real();
  const bool swapped = word_of(found) == word_of(condition);
  end_change(*symmetric, scope, target, Way::result, told, swapped ? Change::set : Change::none,
             word_of(found), word_of(swapped ? value : found));
  return found;
}

}  // namespace revprof::shmem

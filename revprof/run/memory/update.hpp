// SPDX-License-Identifier: BSD-3-Clause
// What one process does to another one's symmetric memory, and when.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "revprof/engine/engine.hpp"

namespace revprof {

// What a word is afterwards, of what it was and an operand.
enum class Change : std::uint8_t {
  none,  // a read, or a compare-and-swap that has found something else
  set,
  add,
  bit_and,
  bit_or,
  bit_xor,
  block,  // more than a word, or a part of one: nobody knows what is where
  ends  // more than a word: its first one is `old`, its last one `operand`, in between nobody knows
};

struct Update {
  std::uint64_t key = 0;  // of its first byte (symmetric_address.hpp)
  std::int64_t bytes = 0;
  Change operation = Change::none;
  std::uint64_t operand = 0;
  std::uint64_t old = 0;  // what an atomic one has found
  bool is_atomic = false;
  std::int64_t epoch = 0;  // how many barriers of all processes were before it
  int sender = 0;
  Engine::Flight flight;
  // At the process whose memory it changes: in the order in which that was told of it; and that it
  // has seen it.
  std::uint64_t number = 0;
  bool is_seen = false;

  static constexpr std::int64_t word_bytes = 8;

  bool covers(std::uint64_t first, std::int64_t length) const {
    return key <= first &&
           first + static_cast<std::uint64_t>(length) <= key + static_cast<std::uint64_t>(bytes);
  }
  bool touches(std::uint64_t first, std::int64_t length) const {
    return key < first + static_cast<std::uint64_t>(length) &&
           first < key + static_cast<std::uint64_t>(bytes);
  }
  // What an atomic one has left.
  std::uint64_t made() const;
  // What one that knows its ends has put there.
  std::optional<std::uint64_t> at_end(std::uint64_t first, std::int64_t length) const;
};

// A word as a number: its bytes, and zeros.
template <class T>
std::uint64_t word_of(T value) {
  std::uint64_t word = 0;
  static_assert(sizeof(T) <= sizeof word);
  std::memcpy(&word, &value, sizeof value);
  return word;
}

template <class T>
T value_of(std::uint64_t word) {
  T value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

inline std::uint64_t low_bytes(std::uint64_t word, std::int64_t bytes) {
  return bytes >= Update::word_bytes ? word : word & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

inline std::uint64_t applied(Change operation, std::uint64_t word, std::uint64_t operand,
                             std::int64_t bytes) {
  switch (operation) {
    case Change::set:
      return operand;
    case Change::add:
      return low_bytes(word + operand, bytes);
    case Change::bit_and:
      return word & operand;
    case Change::bit_or:
      return word | operand;
    case Change::bit_xor:
      return word ^ operand;
    case Change::none:
    case Change::block:
    case Change::ends:
      break;
  }
  return word;
}

inline std::optional<std::uint64_t> Update::at_end(std::uint64_t first, std::int64_t length) const {
  if (operation != Change::ends || !covers(first, length)) return std::nullopt;
  const std::uint64_t after = first + static_cast<std::uint64_t>(length);
  const std::uint64_t last = key + static_cast<std::uint64_t>(bytes - word_bytes);
  if (first >= last) return low_bytes(operand >> (8 * (first - last)), length);
  if (after <= key + word_bytes) return low_bytes(old >> (8 * (first - key)), length);
  return std::nullopt;
}

inline std::uint64_t Update::made() const { return applied(operation, old, operand, bytes); }

}  // namespace revprof

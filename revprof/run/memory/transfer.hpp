// SPDX-License-Identifier: BSD-3-Clause
// What one process does to another one's memory: told before it is done, and booked by the rules of
// symmetric memory (engine/symmetric.cpp).
#pragma once

#include <cstdint>
#include <optional>

#include "revprof/run/call_scope.hpp"
#include "revprof/run/memory/outstanding.hpp"
#include "revprof/run/memory/remote_memory.hpp"
#include "revprof/run/turn.hpp"

namespace revprof {

// Somebody's memory.
struct RemoteRange {
  Call call;
  Outstanding& under_way;  // to which it belongs
  std::uint64_t key;       // of the first byte
  std::int64_t bytes;      // d
  std::int64_t extent;     // from the first byte behind the last one, where that is not d; else 0
  int pe;
  bool strict = false;  // a read that comes after all that is under way

  bool is_word() const { return extent == 0 && bytes > 0 && bytes <= Update::word_bytes; }
};

// How a change is made.
enum class Way {
  put,     // the origin waits until it may use its own memory again
  posted,  // it does not
  strict,  // ... until this and all that is under way is there
  atomic,  // of a word, without a result
  result   // of a word, with one
};

// What a process does there in its turn: until when at least.
Deed deed(const RemoteMemory& memory, const RemoteRange& target, Way way);

// A word's bytes as a number.
std::uint64_t word_of_bytes(const void* source, std::int64_t bytes);

// What is told of the bytes that a put moves there: a word, or the ends of more.
struct PutBytes {
  Change operation = Change::block;
  std::uint64_t first = 0, last = 0;  // of a word, `last`
};
PutBytes put_bytes(const RemoteRange& target, const void* source);

// What is told of it before it is made.
struct Told {
  std::int64_t number = -1;
  Update update;
  SimTime at = 0;  // lane 0's time before it
  Turn turn = Turn::unknown;
};
// `first`: of an update that knows its ends.
Told begin_change(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Way way,
                  Change operation, std::uint64_t operand, Turn turn = Turn::unknown,
                  std::uint64_t first = 0);
// An atomic one has found `old`, and left `now`.
void end_change(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Way way,
                Told& told, Change operation, std::uint64_t old, std::uint64_t now);

// Guarded. When what a read has found was there, if it came from somebody else: perhaps later than
// now.
std::optional<Clock> arrival_of(RemoteMemory& memory, const RemoteRange& target,
                                std::uint64_t found);
// ... and the read itself.
void book_read(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
               const std::optional<Clock>& arrival);
void read_word(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
               std::uint64_t found);
// ... by an atomic, which has its turn.
void fetch_word(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
                std::uint64_t found, Turn turn);
void read_block(RemoteMemory& memory, CallScope& scope, const RemoteRange& target);
void post_read(RemoteMemory& memory, CallScope& scope, const RemoteRange& target);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// What orders and completes changes of others' memory, waits for words of the own one, and locks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "revprof/run/call_scope.hpp"
#include "revprof/run/memory/outstanding.hpp"
#include "revprof/run/memory/remote_memory.hpp"
#include "revprof/run/turn.hpp"

namespace revprof {

void book_fence(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way);
void book_quiet(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way);

// A word of this process that is waited for.
class Flag {
 public:
  // `bytes` of it. `holds` says whether a word is what is waited for.
  Flag(RemoteMemory& memory, const volatile void* address, std::uint64_t key, std::int64_t bytes,
       Received::Holds holds);
  bool holds() const { return holds_(word_at(address_, bytes_)); }
  // The condition has come true.
  void book(CallScope& scope, Call call);

 private:
  RemoteMemory& memory_;
  const volatile void* address_;
  std::uint64_t key_;
  std::int64_t bytes_;
  Received::Holds holds_;
  bool held_ = false;  // before anybody else had written it
};

// A test has ended, and has found what it wants or not.
void note_test(Run& run, bool succeeded);

// Who wants a lock lines up when it has its turn.
struct InLine {
  std::int64_t place = LastChanges::not_followed;
  bool in_order = false;  // by the clocks; else by the host
  bool again = false;     // it has tested the lock in vain, and its clock has not gone on since
};
InLine line_up(RemoteMemory& memory, std::uint64_t key, Turn turn);
// Who tests it finds it held (no_place) if somebody is there, has tested it before, or gives it
// back later on the clocks. Who tests it again waits for that: it gets the lock when it is free,
// unless somebody has lined up by then.
using AwaitTurn = std::function<Turn(std::optional<SimTime> at)>;
InLine line_up_first(RemoteMemory& memory, std::uint64_t key, const AwaitTurn& await_turn);
// It has not got it. `known`: changes, before it has tested.
void note_held(RemoteMemory& memory, std::uint64_t key, const InLine& line, std::uint64_t known);
// It gives the lock back, or has not got it.
void leave_line(RemoteMemory& memory, std::uint64_t key);

// A lock: it has it from when the one before has left it. `pending` (empty: nothing) is there, too,
// before it goes on.
void book_taken(RemoteMemory& memory, CallScope& scope, Call call, std::uint64_t key, bool in_order,
                const Clock& pending = {});
// Before it is given back: a quiet.
void book_given_back(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way,
                     std::uint64_t key);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// All that the engine knows of a front end's calls: one row per call, and which rows play the parts
// that its rules name.
#pragma once

#include <cstdint>
#include <type_traits>

namespace revprof {

// The number of a row; a front end's own enumeration of its calls stands for one.
struct CallId {
  std::int16_t number = -1;

  constexpr CallId() = default;
  constexpr explicit CallId(int row) : number(static_cast<std::int16_t>(row)) {}
  template <class Enumeration, class = std::enable_if_t<std::is_enum_v<Enumeration>>>
  constexpr CallId(Enumeration call) : number(static_cast<std::int16_t>(call)) {}

  friend constexpr bool operator==(CallId a, CallId b) { return a.number == b.number; }
  friend constexpr bool operator!=(CallId a, CallId b) { return a.number != b.number; }
  friend constexpr bool operator<(CallId a, CallId b) { return a.number < b.number; }
};

// Who waits for whom in a call.
enum class Shape : std::uint8_t {
  local,     // nobody, or one partner
  exchange,  // two partners: it sends a message and receives one
  all_to_all,
  one_to_all,
  all_to_one,
  scan,
  neighbours
};

// How many messages of d each process of a collective sends, one after the other. Of a tree's, each
// is sent by twice as many processes as the one before: together they share links like one of all.
enum class Messages : std::uint8_t { none, one, rounds /* log p */, to_each };

struct CallRow {
  const char* name;  // of its equation in a model
  int stand_in;      // the row whose equation serves in its place; -1: none
  Shape shape;
  Messages messages;
};

// The rows that rules ask for by what they are.
struct Roles {
  CallId transit;     // from a send to the end of a receive that was waiting for it
  CallId gap;         // between two messages through a port
  CallId exchange;    // of all processes at once
  CallId pair;        // an exchange of two processes that are alone
  CallId send;        // a posted send is complete after as long as this takes
  CallId completion;  // what a wait takes itself
  CallId clock;       // a reading of the clock
};

struct CallTable {
  const CallRow* rows;
  int count;
  Roles roles;

  const CallRow& operator[](CallId row) const { return rows[row.number]; }
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// All that the engine knows of a front end's calls: one row per call, and which rows play the parts
// that its rules name.
#pragma once

#include <cmath>
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

// A number that hangs on the number of processes: 1, log p, p - 1, 2 (p - 1) / p.
enum class Multiple : std::uint8_t { unknown, one, rounds, others, there_and_back };

// In which all of so many hear of one another, or of one: the binary digits of the last one's
// number.
inline int rounds_of(int processes) {
  int rounds = 0;
  while ((processes - 1) >> rounds != 0) ++rounds;
  return rounds;
}

inline double value(Multiple multiple, int processes) {
  const double others = processes - 1;
  const double values[] = {0, 1, std::log2(processes), others, 2 * others / processes};
  return values[static_cast<int>(multiple)];
}

struct CallRow {
  const char* name;  // of its equation in a model
  int stand_in;      // the row whose equation serves in its place; -1: none
  Shape shape;
  // Of d, that each process of a collective sends, one after the other. Of a tree's, each is sent
  // by twice as many processes as the one before: together they share links like one of all.
  Multiple messages;
  bool by_members = false;   // d is how many processes the group has that it makes
  bool symmetric = false;    // what it sends flies as a put into somebody's symmetric memory
  bool nonblocking = false;  // of a collective: its start waits for nobody
};

// The rows that rules ask for by what they are.
struct Roles {
  CallId transit;     // from a send to the end of a receive that was waiting for it
  CallId gap;         // between two messages to a process
  CallId send_gap;    // between two from a process, to others than the one before
  CallId exchange;    // of all processes at once
  CallId both;        // ... to both sides
  CallId pair;        // an exchange of two processes that are alone
  CallId send;        // a posted send is complete after as long as this takes
  CallId completion;  // what a wait takes itself
  CallId clock;       // a reading of the clock
  CallId start_up;    // what the first broadcast or reduction of all takes more than later ones
  CallId receive;     // of a message that is here
};

struct CallTable {
  const CallRow* rows;
  int count;
  Roles roles;
  Roles symmetric_roles = {};  // of rows that are so

  const CallRow& operator[](CallId row) const { return rows[row.number]; }
  const Roles& roles_of(CallId row) const {
    return rows[row.number].symmetric ? symmetric_roles : roles;
  }
};

}  // namespace revprof

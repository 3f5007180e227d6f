// SPDX-License-Identifier: BSD-3-Clause
// Which equation of a model serves a call: its own, or that of the first stand-in that has one.
#pragma once

#include "revprof/calls/call.hpp"

namespace revprof {

// The call whose equation serves `call`, both as indices into call_traits; -1 where none does and
// nominal times are assumed. `has_equation(name)` says what the model holds. A circle of stand-ins
// ends the search.
template <class HasEquation>
int serving_call(int call, HasEquation has_equation) {
  bool seen[call_count] = {};
  for (int c = call; c >= 0 && !seen[c]; c = call_traits[c].stand_in) {
    if (has_equation(call_traits[c].name)) return c;
    seen[c] = true;
  }
  // Messages that were timed only while both sent, as by IMB's Sendrecv, are measured all the same.
  constexpr int exchange = static_cast<int>(Call::exchange);
  const bool is_message = seen[static_cast<int>(Call::transit)];
  return is_message && has_equation(call_traits[exchange].name) ? exchange : -1;
}

}  // namespace revprof

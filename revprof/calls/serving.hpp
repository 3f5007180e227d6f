// SPDX-License-Identifier: BSD-3-Clause
// Which equation of a model serves a call: its own, that of the first stand-in that has one, or
// that of the other library's call which it stands in for itself.
#pragma once

#include <vector>

#include "revprof/calls/call_table.hpp"

namespace revprof {

// The row whose equation serves the one asked for; -1 where none does and nominal times are
// assumed. `has_equation(name)` says what the model holds. A circle of stand-ins ends the search.
template <class HasEquation>
int serving_row(const CallTable& calls, int row, HasEquation has_equation) {
  std::vector<bool> seen(static_cast<std::size_t>(calls.count));
  std::vector<int> chain;
  for (int r = row; r >= 0 && !seen[static_cast<std::size_t>(r)]; r = calls.rows[r].stand_in) {
    if (has_equation(calls.rows[r].name)) return r;
    seen[static_cast<std::size_t>(r)] = true;
    chain.push_back(r);
  }
  // A model that was measured with OpenSHMEM alone: MPI_Put by shmem_put.
  for (const int r : chain) {
    if (calls.rows[r].symmetric) continue;
    for (int other = 0; other < calls.count; ++other) {
      const CallRow& counterpart = calls.rows[other];
      if (!counterpart.symmetric || counterpart.stand_in != r) continue;
      if (has_equation(counterpart.name)) return other;
    }
  }
  // Messages that were timed only while both sent, as by IMB's Sendrecv, are measured all the same.
  const bool is_message = seen[static_cast<std::size_t>(calls.roles.transit.number)];
  const int exchange = calls.roles.exchange.number;
  return is_message && has_equation(calls.rows[exchange].name) ? exchange : -1;
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Sums of equations' times, before any time is known.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// So many times an equation's time; a sum of such can be priced, and written as an expression.
struct Term {
  const char* row;  // of the table of calls
  const DistanceClass* equations;
  int processes;
  std::int64_t bytes;
  double times;
};
using Terms = std::vector<Term>;

inline Terms together(Terms terms, const Terms& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

inline Terms less(Terms terms, Terms fewer) {
  for (Term& term : fewer) term.times = -term.times;
  return together(std::move(terms), fewer);
}

}  // namespace revprof

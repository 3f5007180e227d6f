// SPDX-License-Identifier: BSD-3-Clause
// What a prediction is expected to be: `predicted < 2.0 s`, `high.waiting <= 10 %`,
// `MPI_Allreduce.seconds < 5 ms`.
#pragma once

#include <stdexcept>
#include <string>

#include "revprof/report/check/verdict.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// An assertion that cannot be understood; what() says what was expected.
struct AssertionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Assertion {
  enum class Relation { less, at_most, greater, at_least, equal };
  enum class Quantity { predicted, compute, communication, waiting, seconds, count, bytes };
  enum class Dimension { time, number, bytes };

  std::string text;  // as it was given
  std::string lane;  // of the run as a whole; empty: the primary one
  std::string call;  // of this call, over all processes; empty: of the run as a whole
  Quantity quantity = Quantity::predicted;
  Dimension dimension = Dimension::time;  // of the quantity
  Relation relation = Relation::less;
  bool share = false;  // of the run time; of a call, of the time of all processes
  double bound = 0;    // picoseconds, a count, bytes, or a share
};

//   assertion := quantity relation number [unit]
//   quantity  := [LANE .] (predicted | compute | communication | waiting)
//              | MPI_CALL . (seconds | waiting | count | bytes)
//   relation  := < | <= | > | >= | ==
//   unit      := ps ns us ms s for times, % for a share of the time; B KiB MiB ... kB MB ...
// Only counts and bytes go without a unit.
Assertion parse_assertion(const std::string& text);

// A call that the run did not make has a count, bytes and a time of 0. Where the run has no such
// lane the finding is `impossible`.
Verdict check(const Assertion& assertion, const Summary& summary);

}  // namespace revprof

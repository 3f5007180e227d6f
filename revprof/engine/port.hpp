// SPDX-License-Identifier: BSD-3-Clause
// What serves one message after the other, on one lane: when it is free, and when it was before.
#pragma once

#include <cstddef>
#include <vector>

#include "revprof/engine/bid.hpp"
#include "revprof/engine/clock.hpp"
#include "revprof/engine/path_recorder.hpp"

namespace revprof {

// Messages ask for it in the program's order, not in that of their coming: what comes before its
// last work does not wait for that, but may hold it up: it goes into the time in which the port was
// free before, which serves one message and not another one, too. The latest such times are kept.
// All times are bounded, so that a clock and two of them fit into 64 bits.
class Port {
 public:
  // When a message is through that holds the port for `gap` until its coming at `arrival`.
  SimTime take(SimTime arrival, SimTime gap) {
    if (!has_rested_until(arrival - gap)) return pass(arrival, gap).arrival;
    until_ = arrival;
    return arrival;
  }
  // The same, of a bid that comes at arrival[lane]; its steps are noted, of that price.
  void take(const Bid& message, Part price, SimTime gap, SimTime* arrival, std::size_t lanes,
            PathRecorder& path);

 private:
  static constexpr std::ptrdiff_t kept_free = 16;  // at least

  // When it was free, as far as one knows by now: from that time on, whose place that is.
  struct Free {
    SimTime from, to;
    StepPlace place;
  };
  // When a message is through, and in the path, where it has gone in last: from then on, and the
  // place that the end of that has; nullptr: the next one's begins there.
  struct Passed {
    SimTime arrival, end;
    Placed last;
    StepPlace* place;
  };
  // False: it is at work then, or had something before. Else it is at work from then on.
  bool has_rested_until(SimTime begin);
  Passed pass(SimTime arrival, SimTime gap);

  SimTime until_ = 0;          // from here on it is free
  StepPlace place_ = nowhere;  // of that
  std::vector<Free> free_;     // before, the latest times of them
};

inline bool Port::has_rested_until(SimTime begin) {
  if (begin < until_) return false;
  if (begin > until_) {
    if (free_.size() >= std::size_t{2 * kept_free}) {  // seldom, as it takes time
      free_.erase(free_.begin(), free_.end() - kept_free);
    }
    free_.push_back({until_, begin, place_});
  }
  return true;
}

}  // namespace revprof

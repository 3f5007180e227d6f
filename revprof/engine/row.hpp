// SPDX-License-Identifier: BSD-3-Clause
// Rooted collectives in a row. The root of one to all, and the leaves of all to one, go on long
// before the last message is there; those of the next one find its links taken. So one that follows
// on the same processes, with the same root, is complete no sooner than `next` after the one
// before, as a message is no sooner there than the gap after another. Where something stands
// between that takes longer, this says nothing: it needs no bound on how long that is.
#pragma once

#include <cstdint>

#include "revprof/calls/call_table.hpp"
#include "revprof/engine/clock.hpp"
#include "revprof/engine/distance.hpp"

namespace revprof {

class Row {
 public:
  // Which processes, and whose messages. Two groups with the same ends, as many processes and the
  // same root are taken for one: their messages meet at that root as well.
  struct What {
    Shape shape = Shape::all_to_all;
    int root = -1;  // in MPI_COMM_WORLD; -1: none, or outside it
    int processes = 0, lowest = -1, reach = 0;

    bool operator==(const What& other) const {
      return shape == other.shape && root == other.root && processes == other.processes &&
             lowest == other.lowest && reach == other.reach;
    }
  };

  // This process's last collective was one of the same.
  bool goes_on(const What& what) const { return what.root >= 0 && what == last_; }
  // That was complete here then.
  void end(const What& what, const Instant& now) {
    last_ = what;
    if (what.root >= 0) end_ = now;
  }
  void none() { last_ = What(); }
  const Instant& end() const { return end_; }

 private:
  What last_;
  Instant end_{};
};

}  // namespace revprof

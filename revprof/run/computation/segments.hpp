// SPDX-License-Identifier: BSD-3-Clause
// The computation of a program in pieces: a segment lies between the places of two calls, or is
// what a named region computes.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/sim_time.hpp"
#include "revprof/run/computation/regions.hpp"
#include "revprof/run/computation/visit_times.hpp"

namespace revprof {

// Where a call is made; without an address: where the run or a region begins or ends.
struct CallPlace {
  Call call{};
  const void* address = nullptr;
  bool operator==(const CallPlace& other) const {
    return call == other.call && address == other.address;
  }
};

struct Segment {
  int region = Regions::none;  // the innermost one; where there is one, the places do not matter
  CallPlace from, to;
  std::int64_t visits = 0;
  double work = 0;   // in the run's unit: instructions counted, or steps
  SimTime time = 0;  // on lane 0
};

// Of one process. Each thread is in a segment of its own.
class Segments {
 public:
  // This thread has computed so much.
  void add(double work, SimTime time);
  // Its segment ends at `to`, and another begins there. A segment without computation has not been
  // visited.
  void end_at(CallPlace to);

  // The one that this thread is in, if it ends at `to`.
  static Segment segment_to(CallPlace to);
  // Its latest times.
  VisitTimes& times_to(CallPlace to) { return times_[segment_to(to)]; }

  const std::vector<Segment>& list() const { return list_; }

  // What two segments are the same by.
  struct Hash {
    std::size_t operator()(const Segment& key) const;
  };
  struct Same {
    bool operator()(const Segment& a, const Segment& b) const;
  };
  // The one between two places, or the region that this thread is in.
  static Segment between(CallPlace from, CallPlace to);

 private:
  std::unordered_map<Segment, int, Hash, Same> numbers_;
  std::unordered_map<Segment, VisitTimes, Hash, Same> times_;
  std::vector<Segment> list_;
};

}  // namespace revprof

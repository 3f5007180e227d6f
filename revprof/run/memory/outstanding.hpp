// SPDX-License-Identifier: BSD-3-Clause
// What a process has put or asked for, and nobody has waited for yet: of a communication context of
// OpenSHMEM, or of all that a UPC thread does.
#pragma once

#include <map>

#include "revprof/engine/engine.hpp"

namespace revprof {

class Outstanding {
 public:
  // Which no put to `pe` from now on comes before; empty: it may come at any time.
  const Clock& floor(int pe) const {
    static const Clock none;
    const auto found = floors_.find(pe);
    return found == floors_.end() ? none : found->second;
  }
  void add(const Engine& engine, int pe, const Clock& arrival) {
    Clock& latest = latest_[pe];
    latest = engine.later(latest, arrival);
    pending_ = engine.later(pending_, arrival);
  }
  // A read is under way.
  void add(const Engine& engine, const Clock& done) { pending_ = engine.later(pending_, done); }

  void fence() { floors_ = latest_; }
  // All of it is there at that time; empty: nothing is under way.
  const Clock& pending() const { return pending_; }
  void complete() { *this = Outstanding(); }

 private:
  std::map<int, Clock> latest_, floors_;
  Clock pending_;
};

}  // namespace revprof

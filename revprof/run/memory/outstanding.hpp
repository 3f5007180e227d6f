// SPDX-License-Identifier: BSD-3-Clause
// What a process has put or asked for, and nobody has waited for yet: of a communication context of
// OpenSHMEM, or of all that a UPC thread does.
#pragma once

#include <algorithm>
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

  // Threads of a process share it, each with its own clock: whether what one does here when lane
  // 0's says `now` comes after all that others have done already and that must come before it. Puts
  // and reads are the same in any order; not so a fence or a quiet among them.
  enum class Does { add, order };
  bool is_in_order(Does what, SimTime now) {
    const bool is = now >= (what == Does::add ? ordered_ : std::max(added_, ordered_));
    SimTime& latest = what == Does::add ? added_ : ordered_;
    latest = std::max(latest, now);
    return is;
  }

  void fence() { floors_ = latest_; }
  // All of it is there at that time; empty: nothing is under way.
  const Clock& pending() const { return pending_; }
  void complete() {
    latest_.clear();
    floors_.clear();
    pending_.clear();
  }

 private:
  std::map<int, Clock> latest_, floors_;
  Clock pending_;
  SimTime added_ = 0, ordered_ = 0;  // when that was done last, on lane 0
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// How news goes through a collective that works in rounds. In each one a process hears of those
// whose numbers differ from its own in one more binary digit (recursive doubling, dissemination;
// Thakur, Rabenseifner and Gropp 2005, section 4.2): so it waits for the news of a member in as
// many rounds as their numbers differ in digits. In the others all that it needs is there already
// if that member came last. One that comes last by far waits in no round, and leaves first.
//
// Those that reduce have as many processes in their rounds as the power of two below (section 4.5
// there): the first ones come in pairs, of which one gives its part to the other before the rounds
// and gets the result after them. Its news goes a hop farther, and all others' to it.
#pragma once

#include "revprof/engine/clock.hpp"

namespace revprof {

class Rounds {
 public:
  // Of one of so many members, counted from 0. `ahead`: what it saves, on each lane, that waits in
  // no round; `ahead_of_first`: of the news of the first member; both were measured of the first
  // one itself, and are negative or 0.
  void begin(int member, int members, bool reduces, const Clock& ahead,
             const Clock& ahead_of_first);
  // The call is none of these, or no lane's model knows what they save.
  void none() { ahead_.clear(); }
  bool any() const { return !ahead_.empty(); }

  // How much sooner than by the whole call the news of a member is here, its own included: nothing
  // where it goes all the hops that the call takes. Negative or 0.
  SimTime saved(int source, std::size_t lane) const;

 private:
  int hops_from(int source) const;

  int member_ = 0;
  int pairs_ = 0;
  int most_ = 0, most_of_first_ = 0;  // hops of any news, of the first member's
  Clock ahead_, ahead_of_first_;
};

}  // namespace revprof

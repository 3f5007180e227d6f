// SPDX-License-Identifier: BSD-3-Clause
// How often this process sends while the others do. A process is one step further than the latest
// message that it has got (a logical clock: Lamport 1978), so messages of the same step leave
// together. Who gets one that is steps further has waited for what others sent meanwhile, and sent
// nothing: a chain, a sweep over a grid. The others of its block are taken to miss as many steps,
// at other times, so that a message is among theirs for as large a part as it goes with them. A
// step is missed by none who take turns: those beside it take theirs at the same time. What is
// posted waits in the links for what others have posted, whoever is further. Nor does it make gaps
// shorter: where this process's messages follow each other closely, so do those of others. In the
// program's order alone, as Posted.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "revprof/engine/price.hpp"

namespace revprof {

class Pace {
 public:
  // As differences count alone; one of more than 127 is taken for a message of before.
  using Step = std::uint8_t;

  // Of what it sends now.
  Step step() const { return step_; }
  // A message of that one is here.
  void hear(Step sent) {
    const int further = static_cast<std::int8_t>(static_cast<Step>(sent - step_));
    if (further < 0) return;
    step_ = static_cast<Step>(sent + 1);
    ++made_;
    missed_ += std::max(further - 1, 0);
    if (made_ + missed_ <= remembered) return;
    made_ /= 2;
    missed_ /= 2;
  }
  // All processes have met.
  void meet() { step_ = 0; }

  Crowd among(Crowd crowd) const {
    if (missed_ == 0 || crowd.messages > 0) return crowd;
    crowd.missed =
        static_cast<std::int32_t>(std::lround(crowd.beside * missed_ / (made_ + missed_)));
    return crowd;
  }

 private:
  static constexpr double remembered = 64;  // about a program's outer loop: what was before fades

  Step step_ = 0;
  double made_ = 0, missed_ = 0;  // steps, older ones for less
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// A process that asks again and again whether something is there: a failed test costs nothing, so
// its clock stands still. Where all that it does is ask, its questions go on to the next time at
// which one of them can have another answer, as they would on the target, where each takes a while.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "revprof/engine/sim_time.hpp"
#include "revprof/run/horizon.hpp"

namespace revprof {

class Polls {
 public:
  // What is asked, to know it again.
  using Question = std::uint64_t;
  // What follows a question that has failed: its answer; the same one at a later time; or the
  // host's answer, as nothing is known any more of when there will be another one.
  enum class Then { answer, later, host };

  // When a question is asked on lane 0, whose clock says `now`.
  SimTime time(SimTime now) const { return std::max(now, until_); }

  // It has failed, as it will before the earlier one of two times: that of others' messages, and
  // that of what this process has under way itself. True: all questions that are asked in turn have
  // failed at this time; they go on to the first of these times, this one first, if it is later.
  bool failed(SimTime now, Question question, SimTime others, SimTime own);
  // They could not go on when they were last asked.
  bool stalls() const { return stalls_; }
  // ... for longer than this process has patience.
  bool lasts(Horizon& horizon) {
    if (!patience_) patience_.emplace(horizon);
    return patience_->lasts();
  }
  bool is_over() const { return patience_ && patience_->is_over(); }

  // Where the clock has to go on to before the process does something else; 0: nowhere.
  SimTime until() const { return until_; }
  // Before when nothing of its own is complete.
  SimTime own() const { return own_; }
  bool have_begun() const { return at_ >= 0; }
  // The process does something else, or has got another answer.
  void end() { *this = Polls(); }

 private:
  static constexpr int most_asked = 1000;  // the first one may not be asked again
  static constexpr SimTime never = Horizon::never;

  SimTime at_ = -1;    // the clock at the last one that failed; less than nothing: none has
  SimTime until_ = 0;  // they have gone on until then
  SimTime own_ = never;
  Question first_ = 0;  // of this round: it ends when it is asked again
  int asked_ = 0;       // in this round
  SimTime next_ = never, next_own_ = never;
  bool stalls_ = false;
  std::optional<Horizon::Patience> patience_;
};

struct Run;
// A question of this process has failed (see Polls::failed()).
Polls::Then ask_later(Run& run, Polls::Question question, SimTime others, SimTime own);
// This process does something else than ask: its questions took their time.
void end_polls(Run& run);

}  // namespace revprof

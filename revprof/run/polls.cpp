// SPDX-License-Identifier: BSD-3-Clause
// Questions that have failed, and what the others see of a process that only asks.
#include "revprof/run/polls.hpp"

#include "revprof/run/run.hpp"

namespace revprof {

bool Polls::failed(SimTime now, Question question, SimTime others, SimTime own) {
  stalls_ = false;
  if (at_ != now) {
    end();
    at_ = now;
  }
  const bool is_again = asked_ > 0 && (question == first_ || asked_ >= most_asked);
  next_ = std::min(next_, others);
  next_own_ = std::min(next_own_, own);
  if (asked_++ == 0) first_ = question;
  if (!is_again) return false;
  own_ = next_own_;
  const SimTime then = std::min(next_, next_own_);
  stalls_ = then == never || then <= time(now);
  // The next round begins: with this question at that time, or with this one.
  first_ = question;
  asked_ = stalls_ ? 1 : 0;
  next_ = stalls_ ? others : never;
  next_own_ = stalls_ ? own : never;
  if (stalls_) return false;
  until_ = then;
  patience_.reset();
  return true;
}

Polls::Then ask_later(Run& run, Polls::Question question, SimTime others, SimTime own) {
  Polls& polls = run.polls;
  const SimTime now = run.engine->now()[0];
  const bool go_on = polls.failed(now, question, others, own);
  if (!go_on && !polls.stalls()) return polls.is_over() ? Polls::Then::host : Polls::Then::answer;
  run.horizon.ask(polls.time(now), polls.own());
  if (go_on) return Polls::Then::later;
  return polls.lasts(run.horizon) ? Polls::Then::answer : Polls::Then::host;
}

void end_polls(Run& run) {
  if (!run.polls.have_begun()) return;
  const Guard guard(run);
  run.engine->idle(run.polls.until());
  run.polls.end();
  run.horizon.publish(run.engine->now()[0]);
  run.horizon.set(Horizon::State::running);
}

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Questions that have failed, and the time that they take.
#include "revprof/run/polls.hpp"

#include "revprof/run/call_scope.hpp"

namespace revprof {

SimTime Polls::step() const {
  const int doublings = rounds_ / rounds_per_doubling;
  if (doublings <= most_doublings) return first_step << doublings;
  if (fail_ == Horizon::never || fail_ <= until_) return longest_step;
  return (fail_ - until_ + longest_step - 1) / longest_step * longest_step;
}

SimTime Polls::ask(SimTime now, Question question) {
  if (at_ != now) {
    end();
    at_ = time_ = until_ = now;
  }
  question_ = question;
  has_failed_ = false;
  ++number_;
  if (asked_ > 0 && (question == first_ || asked_ >= most_asked)) {
    time_ = until_ + step();
    until_ = std::max(until_, time_ - longest_step);  // all rounds that were left out fail
    size_ = asked_;
    asked_ = 0;
    fail_ = Horizon::never;
    ++rounds_;
  }
  return time_;
}

bool Polls::is_known() const {
  const Known& known = known_[place()];
  return known.question == question_ && time_ < known.until && number_ % known_in_turn != 0;
}

// A round that may have questions which are not kept promises nothing.
Polls::Promise Polls::promise(const Promise& own) {
  const auto size = static_cast<std::size_t>(size_);
  const bool is_whole = asked_ < size_ && size <= known_.size();
  if (rounds_ < rounds_of_a_wait || !is_whole) return {std::min(own.due, time_), own.heard};
  Promise all = own;
  for (std::size_t other = 0; other < size; ++other) {
    if (other == place()) continue;
    all.due = std::min(all.due, known_[other].own.due);
    all.heard = std::min(all.heard, known_[other].own.heard);
  }
  has_promised_ = true;
  return all;
}

void Polls::failed_again() {
  const Known known = known_[place()];
  failed(known.until, known.own);
}

void Polls::failed(SimTime until, const Promise& own) {
  until_ = time_;
  has_failed_ = true;
  known_[place()] = {question_, until, own};
  if (asked_++ == 0) first_ = question_;
  fail_ = std::min(fail_, until);
}

void end_polls_in_call(Run& run) {
  if (!run.polls.have_begun()) return;
  const Guard guard(run);
  const Polls& polls = run.polls;
  // How long one thread takes until another one lets it go on is the host's affair.
  const bool in_vain = polls.has_failed();
  const bool for_a_thread = in_vain && polls.is_wait() && run.has_threads;
  if (polls.has_promised() || for_a_thread) run.choices.note(&ChoiceCounts::failed_tests);
  // An answer comes on each lane in its time; so often the program asks on all of them.
  if (!in_vain) {
    run.engine->idle(run.has_threads ? polls.until_answer() : polls.until());
  } else if (!for_a_thread) {
    run.engine->idle_in_vain(polls.until());
  }
  run.polls.end();
  run.horizon.publish(run.engine->now()[0]);
}

void end_polls(Run& run) {
  if (!run.polls.have_begun()) return;
  const Guard guard(run);
  Engine& engine = *run.engine;
  if (run.polls.until() <= engine.now()[0]) return end_polls_in_call(run);
  const Polls::Asker asker = run.polls.asker();
  CallScope::tell_site(run, asker.call, asker.site);
  engine.begin_call(asker.call);
  end_polls_in_call(run);
  constexpr int nobody = -1;
  engine.end_call(0, nobody, nobody);
}

}  // namespace revprof

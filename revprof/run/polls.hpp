// SPDX-License-Identifier: BSD-3-Clause
// A process that asks again and again whether something is there: a first question that fails costs
// nothing, so its clock stands still. Where it asks the same questions once more, and does nothing
// else, each round takes a while, as it does on the target. How long hangs on nothing but the
// number of rounds, so that what the process does next does so neither. What takes no time, as a
// region's beginning, is nothing else.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "revprof/calls/call.hpp"
#include "revprof/engine/sim_time.hpp"
#include "revprof/run/horizon.hpp"

namespace revprof {

class Polls {
 public:
  // What is asked, to know it again.
  using Question = std::uint64_t;

  // By that call, made there.
  struct Asker {
    Call call = Call::MPI_Test;
    const void* site = nullptr;
  };
  void asks_by(Call call, const void* site) { asker_ = {call, site}; }
  const Asker& asker() const { return asker_; }
  // A question is asked when lane 0's clock says `now`: at which time.
  SimTime ask(SimTime now, Question question);
  SimTime time() const { return time_; }
  // It is known to fail, from when it was asked before.
  bool is_known() const;
  // What others are told while it is open: this process does nothing before `due`, when something
  // is there that is on its way, unless more comes than the `heard` messages that it knows of.
  struct Promise {
    SimTime due = Horizon::never;
    std::uint64_t heard = 0;
  };
  // Of this question and, where it has been asked for so long that it is a wait, all others of the
  // round; else until it is asked.
  Promise promise(const Promise& own);
  // It has failed, as it will before that time.
  void failed(SimTime until, const Promise& own);
  void failed_again();
  void succeeded() { has_promised_ = false; }
  // ... by a message that is there since then.
  void succeeded(SimTime since) {
    const Known& known = known_[place()];
    if (known.question == question_ && since < known.until) sooner_ = std::max(at_, since);
    succeeded();
  }
  // A message that nobody has taken yet is there since then.
  void found(SimTime since) {
    until_ = std::max(until_, since);
    succeeded(since);
  }

  // Until when all that were asked have failed, when the clock says `now`.
  SimTime until(SimTime now) const { return std::max(now, until_); }
  SimTime until() const { return until_; }
  // ... unless the answer was there sooner than its question had failed for: its sender was said to
  // do nothing so early, and did.
  SimTime until_answer() const { return std::min(until_, sooner_); }
  bool have_begun() const { return at_ >= 0; }
  // The last question has: a process that does something else now does so without an answer.
  bool has_failed() const { return has_failed_; }
  // They have for so long that it is a wait.
  bool is_wait() const { return rounds_ >= rounds_of_a_wait; }
  // The process was said to wait, and no question has got another answer since.
  bool has_promised() const { return has_promised_; }
  // The process does something else, or has got another answer.
  void end() {
    const Asker asker = asker_;
    *this = Polls();
    asker_ = asker;
  }

 private:
  static constexpr int most_asked = 1000;  // the first one may not be asked again
  // What a round takes: twice as much after so many, up to a microsecond. From then on rounds are
  // left out as long as all questions are known to fail, as hours are billions of them: how many is
  // the host's affair, and makes no difference.
  static constexpr SimTime first_step = 10'000, longest_step = 1'000'000;
  static constexpr int rounds_per_doubling = 1000, most_doublings = 6;
  // Programs also ask before each of some thousand updates (HPC Challenge's MPIRandomAccess).
  static constexpr int rounds_of_a_wait = 4000;
  // So often the library is to get on with what is under way.
  static constexpr int known_in_turn = 256;

  struct Known {
    Question question = 0;
    SimTime until = 0;
    Promise own;
  };
  // By its turn in the round: a loop asks the same ones in the same order.
  std::size_t place() const { return static_cast<std::size_t>(asked_) % known_.size(); }
  SimTime step() const;

  Asker asker_;
  SimTime at_ = -1;     // the clock meanwhile; less than nothing: none has failed
  SimTime time_ = 0;    // of the one that is asked
  SimTime until_ = 0;   // they have gone on until then
  Question first_ = 0;  // of this round: it ends when it is asked again
  Question question_ = 0;
  int asked_ = 0;                  // in this round, and failed
  SimTime fail_ = Horizon::never;  // ... all of them, before that time
  int size_ = 0;                   // of the round before
  SimTime sooner_ = Horizon::never;
  bool has_failed_ = false;
  bool has_promised_ = false;
  int rounds_ = 0;
  int number_ = 0;
  std::array<Known, 8> known_{};
};

struct Run;
// This process does something else than ask: its questions took their time, which is that of a
// call.
void end_polls(Run& run);
// ... inside a call, which it belongs to.
void end_polls_in_call(Run& run);

}  // namespace revprof

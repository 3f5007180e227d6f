// SPDX-License-Identifier: BSD-3-Clause
// What may still happen before a simulated time: which messages are under way, and the earliest
// time at which each process may send another one (Chandy and Misra 1979). So a receive from
// anybody takes the message that is there first on the simulated clocks, and a test or probe is
// true of what is there by its time. The processes see each other's clocks, and what they wait for,
// in shared memory; where they cannot, or one computes for longer than this one has patience, the
// host chooses. Nobody ever waits without end.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/run/horizon_records.hpp"
#include "revprof/run/ordinals.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"
#include "revprof/run/watch.hpp"

namespace revprof {

class Horizon : public HorizonRecords {
 public:
  // Of all processes of the program. Stays closed where they do not share memory. `wanted` may
  // differ between them; one that does not want it closes it for all. What else is known of their
  // waits is asked of `watch` and `board`. A Clock has so many values.
  void open(Team& team, bool wanted, const Watch& watch, const Board& board,
            std::size_t clock_values = 1);
  void close();
  bool is_open() const { return processes_ != 0; }
  bool is_all(int processes) const { return processes == processes_; }
  int processes() const { return processes_; }  // 0: it is not open
  int rank() const { return rank_; }

  // Before a message to `peer` is posted, when the clock says `now`; the last one was refused; and
  // after one is here that `source` has sent at that time.
  void sent(int peer, SimTime at, const Subject& subject, SimTime now);
  void unsent(int peer);
  void received(int source, SimTime at);
  // Which ones those of that sender were, at once: a look does so, too.
  void count_news(int source);
  // Of lane 0: no message of this process is sent earlier from now on.
  void publish(SimTime now) {
    if (!is_open()) return;
    views_[rank_].clock.store(now, std::memory_order_release);
    views_[rank_].signal.step(now);
  }

  // This process posts the next receive of that subject from `source`, or has posted it then (a
  // Clock): each of them is told in its order, before the host may match it.
  void posts(int source, const Subject& subject, const SimTime* now, bool only_waits = false);
  // From now on nobody knows which receive here, or elsewhere of a message of this process, takes
  // which message: the host has matched one in another way.
  void lose_order();
  bool keeps_order() const { return is_open() && !has_lost_order(rank_); }
  // That communicator is freed.
  void forget(std::uint64_t context) {
    sent_.forget(context);
    posted_.forget(context);
  }
  // So many receives of this process more, or fewer, are told only once they have their messages.
  void has_more_untold(int more);
  bool has_untold() const { return is_open() && has_untold(rank_); }
  bool has_untold(int process) const {
    return views_[process].untold.load(std::memory_order_acquire) > 0;
  }
  Letter last_letter();  // that this process has sent; it may ask about it
  // Whether its receive was posted, as far as was told: then.
  Posting posting(const Letter& letter, Opening& opening) const {
    return posting(rank_, letter, &opening);
  }
  // It waits for that.
  void wait_for_posting(const Letter& letter, SimTime now);
  // After a look: in vain, as its receiver waits for this process. One of those that wait so is to
  // go on, which may be this one; -1: no.
  int stuck_first(const Letter& letter) const;
  // ... `peer` posts no receive earlier that it has not told; `never`: as above.
  SimTime earliest_posting(int peer) const;

  void set(State state);
  // For all of them, of which the first ones are kept; or for any, of too many as one that runs.
  void wait_for(const Message* messages, std::size_t count, bool any);
  // How many are kept: one from each process, and some of further kinds.
  std::size_t most_messages() const { return static_cast<std::size_t>(processes_) + 8; }
  // Until all processes have come to a collective of all, as this one has now; and it is none.
  void wait_for_all();
  void came_in_vain();
  // Until each of them has begun that collective of a channel.
  void wait_for(const std::vector<Member>& members, std::int64_t number);
  // This process asks whether something is there, and sends nothing before `own` unless a message
  // comes; the first `heard` ones are taken into account.
  void ask(SimTime now, SimTime own, std::uint64_t heard);
  // Changes of other processes' memory. One is made from now on, when the clock says `now`; one of
  // that process's is there, and can be seen; and all that were made are.
  void begin_change(SimTime now) {
    if (!is_open() || has_changes_under_way()) return;
    views_[rank_].changing.store(now, std::memory_order_release);
  }
  void made_change(int process) {
    if (is_open()) views_[process].changes.fetch_add(1, std::memory_order_release);
  }
  void all_are_there() {
    if (is_open()) views_[rank_].changing.store(never, std::memory_order_release);
  }
  bool has_changes_under_way() const {
    return is_open() && views_[rank_].changing.load(std::memory_order_relaxed) != never;
  }
  // Of this process's memory, so far: asked before it looks there, and waits for more of them.
  std::uint64_t changes() const {
    return is_open() ? views_[rank_].changes.load(std::memory_order_acquire) : 0;
  }
  // ... because it has tested something that others hold, and may do so again; 0: it just waits.
  void wait_for_change(std::uint64_t known, std::uint64_t tested = 0);
  // It does something with that word when it has its turn, at `now`, and nothing else before `end`.
  void wait_for_turn(SimTime now, std::uint64_t word, SimTime end);
  // It has what it has tested from `time` on, if nobody takes it before.
  void due(SimTime time, std::uint64_t tested);
  // After a look: some process tests the same, and has begun to before `now`.
  bool is_tested_before(SimTime now, std::uint64_t tested) const;
  // So many locks more are this process's, or fewer: others may wait for them.
  void holds(int more) { locks_.fetch_add(more, std::memory_order_relaxed); }
  // It does something else than wait or test.
  void resume() {
    if (!is_open()) return;
    const State state = views_[rank_].state.load(std::memory_order_relaxed);
    if (state == State::word || state == State::turn || state == State::due) set(State::running);
  }

  // Some process has asked for its turn: what all others change is to be there at once.
  bool has_turns() const { return is_open() && common_->has_turns.load(std::memory_order_acquire); }
  void ask_for_turn() { common_->has_turns.store(true, std::memory_order_release); }
  // After a look: it waits for nothing, has what it waits for, or asks and is the first one, so it
  // gets on without this one.
  bool gets_on(int process) const;
  // After a look, for what this process does with that word (any_word: with more than one): of
  // these processes, the one that may come before it, at `now` or then if its rank is lower, or
  // whose earlier changes may not be there; of several the earliest; the one that it follows, if
  // it follows one. -1: none, it is its turn.
  static constexpr std::uint64_t any_word = 0;
  int comes_before(SimTime now, std::uint64_t word, const std::vector<int>& processes) const;
  // Messages to this process, so far, and receives of its own ones if it has asked about any.
  std::uint64_t heard() const { return news_of(rank_); }

  // After a look: of those that may send something at `until` or before, the earliest one that gets
  // on; -1: none.
  int gets_on_until(SimTime until) const;
  // Since the last look: sleeps for a moment, until that one's clock says `from` or it does
  // something else.
  void await_step(int process, SimTime from);

  // How long this process waits for others: as long as they compute, or may wait for it in a way
  // that does not show.
  class Patience {
   public:
    explicit Patience(Horizon& horizon) : horizon_(&horizon) {}
    // After a look, lets others run, and the library now and then; false: it is over. It lasts
    // while that process gets on (-1: none is known that does) and makes steps. Nothing is to be
    // seen before its clock says `from`, or it does something else.
    bool lasts(int process, SimTime from = 0);
    // ... for one that this process has announced and no other receive has: it comes anyway.
    bool lasts_for_message(int process);

   private:
    using Time = std::chrono::steady_clock::time_point;

    bool lasts(int process, SimTime from, bool is_sure);
    bool makes_steps(int process, Time now);

    Horizon* horizon_;
    Time since_{}, step_{};
    std::chrono::nanoseconds most_{};
    int looks_ = 0;
    std::vector<SimTime> reached_;  // the furthest of each process
    bool is_over_ = false;
  };

  // Looks at all processes: what follows is true of now, and of messages that are sent later.
  void look();
  // No message of a process is sent earlier, but those that are under way; `never`: it sends none
  // before one of this process has come to it.
  SimTime bound(int process) const { return bounds_[static_cast<std::size_t>(process)]; }
  // So far it has come: by its clock, or by the first of its changes that may not be there.
  SimTime reached(int process) const {
    const SimTime clock = views_[process].clock.load(std::memory_order_acquire);
    return std::min(clock, seen_[static_cast<std::size_t>(process)].changing);
  }
  // Messages from a process that were not received at the last look, as far as they are remembered:
  // the first one with this subject that is not before `message` in its order; false: none.
  struct UnderWay {
    std::uint64_t number = 0;
    SimTime sent = 0;
    int tag = 0;
  };
  bool next(int process, const Subject& subject, UnderWay& message) const;
  // The program has been told that the next one is there: it is, whatever the clocks say.
  void show(int process, const Subject& subject);
  bool is_shown(int process, const UnderWay& message) const {
    return received_[static_cast<std::size_t>(process)].shown == message.number + 1;
  }
  bool has_forgotten(int process) const;  // too many are under way from it

 private:
  static constexpr int most_processes = 512;  // pairs_ takes 448 bytes for every two
  struct Seen {
    std::uint64_t turn;
    State state;
    SimTime changing;
    bool follows;        // it goes on after another one
    SimTime turn_at;     // when it has its turn, if it waits for that; or never
    std::uint64_t word;  // ... to do something with it
  };
  // What a process lacks that waits.
  enum class Lacks { nothing, somebody, this_one };

  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(to) * static_cast<std::size_t>(processes_) +
           static_cast<std::size_t>(from);
  }
  LastMessages last_messages(int from, int to, std::uint64_t room) const;
  LastMessages last_messages(int from, int to) const;
  void make_room(int peer, std::uint64_t number);
  std::size_t open_row() const;
  std::atomic<std::uint64_t>& first_open(int from, int to) const;
  MemberCell* members_of(int process) const {
    return members_ + static_cast<std::size_t>(process) * static_cast<std::size_t>(processes_);
  }
  MessageCell* messages_of(int process) const {
    return messages_ + static_cast<std::size_t>(process) * most_messages();
  }
  std::uint64_t news_of(int process) const;
  std::atomic<std::uint64_t>& told(int sender, int receiver) const;
  // Of a pair: how many receives of each kind; then the last ones, each its number and one more,
  // context, tag and ordinal, clock.
  std::size_t posting_words() const;
  std::atomic<SimTime>* postings_of(std::size_t pair) const;
  std::atomic<SimTime>* posting_cell(std::size_t pair, std::uint64_t number) const;
  Clock kept(const std::atomic<SimTime>* place) const;
  bool keep_postings(int source);
  bool has_lost_order(int process) const {
    return views_[process].has_lost_order.load(std::memory_order_acquire);
  }
  Posting posting(int sender, const Letter& letter, Opening* opening) const;
  bool try_look();
  void note_first(int process);
  void count(int source, SimTime at);
  bool has_messages(int process) const;
  Lacks lacks(int process, State state) const;
  Lacks lacks_message(int process) const;
  Lacks lacks_posting(int process) const;
  Lacks lacks_member(int process) const;
  Lacks lacks_of_all(int process) const;
  Lacks lacks_change(int process) const;
  bool is_under_way(int process, const Message& message) const;
  bool is_counted(int process, const Message& message) const;
  bool is_remembered(int process, const Message& message) const;
  template <class Change>
  void change(Change change);
  std::chrono::nanoseconds patience_at(std::chrono::steady_clock::time_point now) const;

  int rank_ = 0, processes_ = 0;
  SharedMemory memory_;
  Team* team_ = nullptr;
  const Watch* watch_ = nullptr;
  const Board* board_ = nullptr;
  View* views_ = nullptr;
  Pair* pairs_ = nullptr;
  KeptCell* cells_ = nullptr;  // of messages, for each pair so many:
  std::size_t cells_of_pair_ = 0;
  MemberCell* members_ = nullptr;
  MessageCell* messages_ = nullptr;
  std::atomic<std::uint64_t>* first_open_ = nullptr;  // of all pairs, as their receivers know it
  Common* common_ = nullptr;
  std::size_t clock_values_ = 1;
  std::atomic<int> locks_{0};                      // of this process, by any of its threads
  std::atomic<std::int64_t>* postings_ = nullptr;  // last receives of pairs, by their receivers
  Ordinals sent_, posted_;                         // of this process
  std::vector<KindCounts> sent_alike_;             // ... to each,
  std::vector<std::uint64_t> room_until_;          // ... of which so many certainly have room
  Letter letter_;                                  // its last one,
  Kept replaced_;                                  // ... and what was remembered in its place
  std::vector<Received> received_;                 // by this process, from each
  std::vector<SimTime> bounds_;
  std::vector<Seen> seen_;
  SimTime first_ = never;  // that one may go on who lacks nothing, at the last look:
  int first_rank_ = 0;     // the lowest of those
  std::chrono::steady_clock::time_point opened_{};
  std::chrono::nanoseconds in_vain_{};  // waited for nothing, in all
  bool has_lost_patience_ = false;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The state machine of one process: its clocks on all lanes and the rules that move them
// (RULES.md). Knows no front end and never communicates: front ends move the stamps and the clocks
// of collectives, and bind the calls of their table to the roles that the rules name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "revprof/engine/account.hpp"
#include "revprof/engine/bid.hpp"
#include "revprof/engine/clock.hpp"
#include "revprof/engine/cost.hpp"
#include "revprof/engine/event.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/path_recorder.hpp"
#include "revprof/engine/rounds.hpp"
#include "revprof/engine/stamp.hpp"
#include "revprof/engine/thread_state.hpp"

namespace revprof {

class Engine : private ThreadState {
 public:
  // rank and processes: those of all. `trace` may be nullptr. `calls` must live longer.
  Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick, EventSink* trace,
         const CallTable& calls, const ProcessPlaces& places = ProcessPlaces());

  // --- Calls. Every rule below runs between begin_call() and end_call().
  void begin_call(CallId call);
  // The next call is made there, as the front end numbers places; until its end_call().
  void at(int site) {
    site_ = site;
    if (path_ != nullptr) path_->at(site);
  }
  void end_call(std::int64_t bytes, int peer, int communicator, int window = -1);

  // --- Point to point (Howell 1996, section 4.2). `cost` is the call whose equation is charged.
  // A message leaves for `peer` (-1: outside this MPI_COMM_WORLD) as soon as the port is free; its
  // stamp says when. Charged by one of the next two, which hold it, or by an exchange.
  void stamp(std::int64_t bytes, int peer, Stamp& stamp);
  void send(CallId cost, std::int64_t bytes, int peer);
  // ... of more than is copied, posted there then, by a process that only waits for it or one that
  // goes on: max(sent + t, max(sent, posted) + transit).
  void send_long(CallId cost, std::int64_t bytes, int peer, const Stamp& stamp,
                 const SimTime* posted, bool only_waits = false);
  // A message that has a stamp leaves by itself: holds the port; `done`: it has left or is copied.
  void leave(std::int64_t bytes, int peer, const Stamp& stamp, Clock& done);
  // The time that it takes the sender to post something for `peer`.
  void post(CallId cost, std::int64_t bytes, int peer);
  // A nonblocking send: post() and leave().
  void post_send(CallId cost, std::int64_t bytes, int peer, const Stamp& stamp, Clock& done);
  // A nonblocking receive: charges its posting; `posted` is from when it counts.
  void post_receive(CallId cost, Clock& posted);
  // A blocking receive of what is here: end = max(now + t, sent + transit).
  void receive(CallId cost, std::int64_t bytes, const Stamp& stamp, int tag, int communicator);
  // An exchange: `copied` is when its process has done what its send takes, where that is copied;
  // end = max(copied + t_receive, min(now, sent) + t, sent + transit).
  void send_beside(std::int64_t bytes, int peer, Instant& copied);
  void receive_beside(CallId cost, std::int64_t bytes, const Stamp& stamp, const Instant& copied,
                      int tag, int communicator);
  // A Wait or successful Test of one: end = max(now + t_wait, posted + t_receive, sent + transit);
  // of several, by one call, what is here first is completed first (completions.cpp).
  struct Received {
    std::int64_t bytes = 0;
    const Clock* posted = nullptr;
    const Stamp* message = nullptr;
    int tag = 0, communicator = 0;
    std::int64_t request = no_request;
  };
  void complete_receives(const Received* receives, std::size_t count);
  // ... and of what was posted by that call, or by one of that role: end = max(now, done).
  void complete_posted(CallId cost, std::int64_t bytes, int peer, const Clock& done);
  // ... of more than is copied: end = max(now, done, max(sent, posted) + transit).
  void complete_long(std::int64_t bytes, int peer, const Stamp& stamp, const Clock& done,
                     const SimTime* posted, bool only_waits = false);
  // ... of a synchronous one (MPI-3.1, 3.4), whose receive was posted then (nullptr: by then):
  // end = max(now, sent + t, max(sent, posted) + transit).
  void complete_synchronous(CallId cost, std::int64_t bytes, int peer, const Stamp& stamp,
                            const SimTime* posted);
  // A successful probe, or a request that carries no clock.
  void local(CallId cost, std::int64_t bytes) { post(cost, bytes, rank_); }

  // --- Collectives. `ready` is the kind's latest clock, own one included, `processes` is p. Where
  // a critical path is recorded, there follow its place, the second latest time on the path's lane
  // and that one's place.
  // What the library sets up before the first broadcast or reduction of all. A call of its own.
  void start_up(int processes, Span span);
  // From when its arrival counts, and its place: earlier than now where others did a part of it.
  void arrive(const GroupCall& call, Member member, SimTime* arrivals);
  // end = max(now + t(p,d) less what others can do before it comes, ready + t(p,d), the one before
  // in a row + next); who waits for nobody (CostTable::is_source()) takes its own part in place of
  // t(p,d). `came`: `ready` without what news has saved.
  void collective(const GroupCall& call, const SimTime* ready, Member member = Member::other,
                  const SimTime* came = nullptr, int root = -1);
  // All to all, of a member: what the news of each saves on its way; `ready` takes that in.
  void begin_rounds(const GroupCall& call, int member, Rounds& rounds);
  StepPlace note_saved(const GroupCall& call, Placed arrival, SimTime saved);
  // A nonblocking one's start: end = now + what that takes; d as this process says.
  void start_collective(const GroupCall& call);
  // A Wait of it: end = max(now + t_wait, ready + t(p,d)).
  void complete_collective(const GroupCall& call, const SimTime* ready);

  // --- One-sided communication (MPI-3.1 chapter 11). `peer` is the target.
  // A Put or its like, paid by its origin; `epoch` (empty: none) sums up what one costs.
  void transfer(CallId cost, std::int64_t bytes, int peer, Clock& epoch);
  // An Rput or its like; when a Wait finds it complete, by complete_posted().
  Clock post_transfer(CallId cost, std::int64_t bytes, int peer);
  Clock clock() const;                         // as it is
  Clock latest(const Clock& done) const;       // the later one of now and `done`
  Clock later(Clock a, const Clock& b) const;  // an empty one is never
  void finish_transfers(const Clock& done);    // what has been posted is done: end = max(now, done)
  // Every peer has sent an empty message, sent[peer][lane], before which nothing of `epoch` began:
  // end = max(now, the latest sent + transit + epoch).
  void meet(const std::vector<int>& peers, const SimTime* sent, const Clock& epoch);
  // After what another process did then, such as to release a lock: end = max(now, then) + t.
  void follow(CallId cost, std::int64_t bytes, int peer, const SimTime* then);
  // An atomic operation with a result at a process that serves one after the other, of a group that
  // shares its memory: end = max(now + t, the end of the one before + t(next)).
  void serve(const GroupCall& call, int peer, const SimTime* before);

  // --- Symmetric memory (OpenSHMEM 1.4, 9.5 to 9.11). A put's `flight`: when it left, and when it
  // can be seen at `peer`, not before `floor`: what a fence divides it from (empty: nothing).
  struct Flight {
    Clock sent, arrival;
  };
  // The origin pays, and goes on as soon as it may use its own memory again.
  void put(CallId cost, std::int64_t bytes, int peer, const Clock& floor, Flight& flight);
  // One that is paid for when it is completed: it has then taken at least its equation.
  void post_put(CallId cost, std::int64_t bytes, int peer, const Clock& floor, Flight& flight);
  // All that has left is there, `pending` (empty: nothing is): end = max(now + t, pending).
  void quiet(CallId cost, const Clock& pending);
  void complete_all(const Clock& pending);  // ... of a call that has its price: max(now, pending)
  void see(CallId cost, const Flight& flight);  // waits for it: end = max(now + t, arrival)

  // --- What would be: nothing is charged. On lane 0 where there is one time.
  // When a message that was sent at `sent` can be here.
  Clock arrivals(int source, std::int64_t bytes, const SimTime* sent);
  SimTime arrival(int source, std::int64_t bytes, SimTime sent);
  SimTime end_of_synchronous(CallId cost, std::int64_t bytes, int peer, SimTime sent,
                             SimTime posted);
  // Of a call that begins now, at the earliest.
  SimTime end_of(CallId cost, std::int64_t bytes, int peer);
  // When a collective is complete for those that wait for all others.
  SimTime end_of(const GroupCall& call, const SimTime* ready);
  // Of a blocking one that begins now, at the earliest; `ready` (nullopt: some have not come).
  SimTime earliest_end(const GroupCall& call, Member member, std::optional<SimTime> ready);

  // --- Computation
  void compute(double units, Item item = Item::steps);  // lane's own time of a unit each
  void elapse(Item item, const double* seconds);        // on each lane, before the lane's factor
  void sleep(double seconds);                           // as long on any machine
  SimTime wtime();  // lane 0; moves the clocks by a tick, so that polling loops end
  // Lane 0's clock, by which the program decides, waits until then; others when they come there.
  void idle(SimTime until);
  // ... until then for nothing: it has asked as long on every lane.
  void idle_in_vain(SimTime until);

  // --- The range of clocks. Told what this process did when one left it, and on which lane; must
  // not return. Where nobody is told, std::range_error is thrown.
  using Overrun = std::function<void(const std::string& what)>;
  void on_overrun(Overrun told) { overrun_ = std::move(told); }

  // --- Threads. What they share stays where it is; the clocks, what has been spent and what is
  // under way are those of one thread at a time. Where none is forked there is one.
  using Thread = ThreadState;
  std::shared_ptr<Thread> fork() const;  // begins now, with what this one has spent
  // Goes on with another one, whose clocks are kept here meanwhile, and the other way round.
  void exchange(Thread& other);
  // The one under way goes on when both have come here: on each lane it is the later one.
  void join(const Thread& other);

  // The trace's consumer of what a front end knows; nullptr: none, or the clocks stand still.
  EventSink* listener() const { return frozen_ ? nullptr : trace_; }

  // --- The critical path. From now on the steps of this lane's clock go to `sink`.
  void record_path(int lane, StepSink& sink);
  PathRecorder* path() const { return path_.get(); }        // nullptr where none is recorded
  StepPlace here() const { return now_[lanes_]; }           // the step of the clock as it is
  std::int64_t sent() const { return posted_.volume(); }    // bytes of messages, in all
  bool has_posted() const { return posted_.has_posted(); }  // some that may be under way
  std::size_t clock_values() const { return lanes_ + (path_ != nullptr ? 1 : 0); }  // of a Clock

  // MPI_Pcontrol(0): the clocks stand still until thaw().
  void freeze() { frozen_ = true; }
  void thaw() { frozen_ = false; }
  bool is_frozen() const { return frozen_; }

  int lanes() const { return static_cast<int>(lanes_); }
  int rank() const { return rank_; }
  const SimTime* now() const { return now_.data(); }
  Spent spent(int lane) const;
  const CallAccount& account(CallId call) const {
    return accounts_[static_cast<std::size_t>(call.number)];
  }
  const std::vector<CallAccount>& sites() const { return sites_; }  // as in at()
  const CostTable& costs() const { return costs_; }
  EventSink* trace() const { return trace_; }

 private:
  // The one evaluator (settle.hpp): now becomes the latest of the bids, of which waiting is what
  // lies before `ready` (nullptr: nothing). `rest`: what the time rests on.
  template <std::size_t count>
  void settle(const Bid (&bids)[count], const SimTime* ready, Source rest,
              const double* spread = nullptr, Placed second = {-1, nowhere});
  template <std::size_t count>
  void note(const Bid (&bids)[count], Placed second);
  Placed place(const Bid& bid);
  // A call that waits for nobody: end = now + the part.
  void charge(const Quote& quote, Part part = Part::own);
  // What a bid says, as a clock: its time on every lane, and its step.
  void evaluate(const Bid& bid, SimTime* clock);
  // Computation, or the clock's tick: now += time(lane).
  template <class TimeOf>
  void pass(Item item, Instant& spent, TimeOf time);
  template <class TimeOf>
  void spend(Item item, double amount, const char* unit, TimeOf time);

  // No clock has left its range. Asked behind every rule, so by the bits that they ever had: to
  // look at clocks that have only just been stored would cost as much as the rule.
  bool in_range() const { return clock_bits_ >= 0 && clock_bits_ < end_of_time; }
  [[noreturn, gnu::cold]] void overrun() const;  // in this call
  [[noreturn, gnu::cold]] void overrun(const std::string& doing) const;
  SimTime next_tick() const;  // of MPI_Wtime
  // The random part of a low or high lane, when a call has just cost `time`: single calls scatter
  // independently of each other, so the variances of this process's calls add up.
  void scatter(std::size_t lane, double spread, SimTime time);
  void end_at_site(std::int64_t bytes, SimTime time, SimTime waiting);
  Source source_in_row(const Quote& whole) const;
  // What lane 0 has spent since then rests on `source`, but for what it waited.
  void book(Source source, SimTime since);
  bool is_known(int peer) const { return peer >= 0 && peer < static_cast<int>(peers_.size()); }
  bool is_other(int peer) const { return is_known(peer) && peer != rank_; }
  Quote pair_quote(CallId cost, std::int64_t bytes, int peer, Crowd crowd = {});
  Quote collective_quote(const GroupCall& call, Member member = Member::other);
  Placed runner_up(const SimTime* ready, const SimTime* cost) const;
  Receiver receiver(int peer) const;
  Crowd note_send(int peer, std::int64_t bytes, bool blocking);
  Crowd leave_port(std::int64_t bytes, int peer, const Quote& message);
  struct Meeting;  // of a long message and its receive
  // When it is there. `there` must live as long as the bid.
  Bid meet(const Meeting& meeting, const Quote& whole, int peer, Instant& there);
  // Among which a message from there is, which is received now.
  Crowd crowd_of(int source, bool blocking, int following = 0);
  Crowd crowd_of_posted(int source, int following);
  Posted::Way way_to(int peer) const;
  // When a message is here: through the port for those from so far away, or, of one to itself, by
  // that price. `arrival` must live as long as the bid.
  Bid take(const Quote& quote, const Stamp& message, Crowd crowd, Instant& arrival);
  void hear(const Stamp& message);
  void complete(const Received& received, Crowd crowd);
  void arrived(const Stamp& stamp, SimTime arrival, std::int64_t bytes, int tag, int communicator,
               std::int64_t request);
  void fly(CallId cost, std::int64_t bytes, int peer, const Clock& floor, Flight& flight);

  struct Peer {
    int place = 0, before = 0;  // as of ProcessPlaces
    Distance distance = 0;
  };

  std::size_t lanes_;
  int rank_, place_;
  CostTable costs_;
  std::vector<Peer> peers_;  // every rank
  std::vector<LaneRate> rates_;
  SimTime clock_bits_ = 0;  // that any clock ever had
  SimTime wtime_tick_;
  std::vector<CallAccount> accounts_, sites_;  // by row; by place
  bool frozen_ = false;
  std::uint64_t at_work_ = every_lane;  // a bit each: those whose clocks the next rule moves
  Overrun overrun_;
  std::unique_ptr<PathRecorder> path_;
};

}  // namespace revprof

#include "revprof/engine/message_rules.hpp"
#include "revprof/engine/settle.hpp"

// SPDX-License-Identifier: BSD-3-Clause
// The state machine of one process: its clocks on all lanes and the rules that move them (DESIGN
// section 4). Knows no MPI and never communicates: front ends move the stamps and the clocks of
// collectives.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "revprof/engine/cost.hpp"
#include "revprof/engine/event.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/path_recorder.hpp"
#include "revprof/engine/stamp.hpp"

namespace revprof {

// One time per lane, and behind them, where a critical path is recorded, the place of its step.
// Owned by whoever has to remember it: a request, a collective on its way.
using Clock = std::vector<SimTime>;

// What a lane has spent; their sum is its clock, exactly.
struct Spent {
  SimTime compute = 0, communication = 0, waiting = 0;
};

// What a call has cost on lane 0.
struct CallAccount {
  std::int64_t count = 0, bytes = 0;
  SimTime time = 0, waiting = 0;
  std::array<SimTime, source_count> time_by_source{};  // without waiting

  void add(std::int64_t more_bytes, SimTime more_time, SimTime more_waiting) {
    count += 1;
    bytes += more_bytes;
    time += more_time;
    waiting += more_waiting;
  }
};

class Engine {
 public:
  // rank and processes are those of MPI_COMM_WORLD. `trace` may be nullptr.
  Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick, EventSink* trace);

  // --- Calls. Every rule below runs between begin_call() and end_call().
  void begin_call(Call call);
  // The next call is made there, as the front end numbers places; until its end_call().
  void at(int site) {
    site_ = site;
    if (path_ != nullptr) path_->at(site);
  }
  void end_call(std::int64_t bytes, int peer, int communicator, int window = -1);

  // --- Point to point (Howell 1996, section 4.2). `cost` is the call whose equation is charged.
  // A message leaves for `peer` (-1: outside this MPI_COMM_WORLD, where ranks mean nothing) as soon
  // as the port is free. Says so in its stamp. Charged by one of the next two, which hold the port
  // for the gap, or by receive() for a Sendrecv, which takes longer than its message holds it.
  void stamp(std::int64_t bytes, int peer, Stamp& stamp) const {
    stamp.mark = Stamp::mark_value;
    stamp.source = peer < 0 ? -1 : rank_;
    stamp.bytes = bytes;
    const Times& free = peer == port_peer_ ? port_free_ : port_free_for_others_;
    each_lane([&](std::size_t l) { stamp.sent[l] = std::max(now_[l], free[l]); });
    if (path_ != nullptr) stamp.sent[lanes_] = sent_place(peer);
  }
  void send(Call cost, std::int64_t bytes, int peer);
  // A Sendrecv's message, before its receive(). Others are noted where they are charged.
  void note_send(int peer) {
    if (!crowds_ || peer < 0 || peer >= static_cast<int>(distances_.size())) return;
    const auto known = std::find_if(last_sends_.begin(), last_sends_.end(),
                                    [&](const LastSend& send) { return send.peer == peer; });
    if (known != last_sends_.end()) {
      known->at = now_[0];
      return;
    }
    last_sends_[sends_++ % last_sends_.size()] = {now_[0], peer};
    rows_known_ = false;
    if (!own_links_.empty()) note_links();
  }
  // Holds the port for a message that has its stamp; for several that are stamped before the first
  // of them is posted.
  void hold_port(Call cost, std::int64_t bytes, int peer, const Stamp& stamp);
  // A message that has its stamp leaves by itself: holds the port; `done` is when it has left.
  void leave(Call cost, std::int64_t bytes, int peer, const Stamp& stamp, Clock& done);
  // The time that it takes the sender to post something for `peer`.
  void post(Call cost, std::int64_t bytes, int peer);
  // Lane 0: when a message that was sent at `sent` can be here.
  SimTime arrival(int source, std::int64_t bytes, SimTime sent) {
    return sent + pair_cost(Call::MPI_Recv, bytes, source).transit[0];
  }
  // ... and on all lanes.
  Clock arrivals(int source, std::int64_t bytes, const SimTime* sent);
  // A nonblocking send, which is both; `done` is when a Wait finds it complete.
  void post_send(Call cost, std::int64_t bytes, int peer, const Stamp& stamp, Clock& done);
  // A nonblocking receive: charges its posting; `posted` is from when it counts.
  void post_receive(Call cost, Clock& posted);
  // A blocking receive that has its message: end = max(now + t, sent + transit).
  void receive(Call cost, std::int64_t bytes, const Stamp& stamp, int tag, int communicator);
  // A Wait or successful Test of a posted receive: end = max(now + t_wait, posted + t_receive, sent
  // + transit).
  void complete_receive(Call receive, std::int64_t bytes, const Clock& posted, const Stamp& stamp,
                        int tag, int communicator, std::int64_t request = no_request);
  // ... and of a posted send: end = max(now + t_wait, done).
  void complete_send(const Clock& done);
  // A successful probe, or a request that carries no clock.
  void local(Call cost, std::int64_t bytes);

  // --- Collectives. `ready` is the kind's latest clock, own one included, `processes` is p. Where
  // a critical path is recorded, there follow its place, the second latest time on the path's lane
  // and that one's place.
  // From when this process's arrival counts, and its place: where others may have done a part of
  // the work without it, earlier than now.
  void arrive(Call cost, int processes, std::int64_t bytes, Span span, Role role,
              SimTime* arrivals);
  // end = max(now + what waits for nobody, ready + t(p,d)); the root of one to all waits for
  // nobody.
  void collective(Call cost, int processes, std::int64_t bytes, Span span, const SimTime* ready,
                  Role role = Role::other);
  // A Wait of a nonblocking one: end = max(now + t_wait, ready + t(p,d)).
  void complete_collective(Call cost, int processes, std::int64_t bytes, Span span,
                           const SimTime* ready);

  // --- One-sided communication (MPI-3.1 chapter 11). `peer` is the target.
  // A Put or its like, paid by its origin; `epoch`, unless it is empty, sums up what an epoch
  // costs.
  void transfer(Call cost, std::int64_t bytes, int peer, Clock& epoch);
  // An Rput or its like: `done` is when a Wait finds it complete, by complete_send(); `latest`
  // (empty if there is none) when all so far are.
  void post_transfer(Call cost, std::int64_t bytes, int peer, Clock& done, Clock& latest);
  // The clock as it is.
  Clock clock() const;
  // The later one of now and `done`.
  Clock latest(const Clock& done) const;
  // What has been posted is done: end = max(now, done).
  void finish_transfers(const Clock& done);
  // Every peer has sent an empty message, sent[peer][lane], before which nothing of `epoch` began:
  // end = max(now, the latest sent + transit + epoch).
  void meet(const std::vector<int>& peers, const SimTime* sent, const Clock& epoch);
  // A lock that its last holder has released: end = max(now, released) + t.
  void lock(Call cost, int peer, const SimTime* released);

  // --- Computation
  void compute(double steps);   // lane's own step time each
  void elapse(double seconds);  // on this host: the same on all lanes but for their factors
  SimTime wtime();              // lane 0; moves the clocks by a tick, so that polling loops end

  // --- The range of clocks. Told what this process was doing when one of them left it, and on
  // which lane; must not return. Where nobody is told, std::range_error is thrown.
  using Overrun = std::function<void(const std::string& what)>;
  void on_overrun(Overrun told) { overrun_ = std::move(told); }

  // The trace's consumer of what only the front end knows; nullptr: nobody asks, or the clocks
  // stand still.
  EventSink* listener() const { return frozen_ ? nullptr : trace_; }

  // --- The critical path. From now on the steps of this lane's clock go to `sink`.
  void record_path(int lane, StepSink& sink);
  // nullptr where none is recorded.
  PathRecorder* path() const { return path_.get(); }
  // How many values a Clock has.
  std::size_t clock_values() const { return lanes_ + (path_ != nullptr ? 1 : 0); }

  // MPI_Pcontrol(0): the clocks stand still until thaw().
  void freeze() { frozen_ = true; }
  void thaw() { frozen_ = false; }

  int lanes() const { return static_cast<int>(lanes_); }
  int rank() const { return rank_; }
  const SimTime* now() const { return now_.data(); }
  Spent spent(int lane) const {
    const auto l = static_cast<std::size_t>(lane);
    return {compute_[l], communication_[l], waiting_[l]};
  }
  const CallAccount& account(Call call) const { return accounts_[static_cast<std::size_t>(call)]; }
  const std::vector<CallAccount>& sites() const { return sites_; }  // as in at()
  const CostTable& costs() const { return costs_; }
  EventSink* trace() const { return trace_; }

 private:
  // f(lane) for every lane. Most runs have the default ones: a loop of known length costs half as
  // much.
  template <class F>
  void each_lane(F f) const {
    if (lanes_ == default_lanes) {
      for (std::size_t l = 0; l < default_lanes; ++l) f(l);
    } else {
      for (std::size_t l = 0; l < lanes_; ++l) f(l);
    }
  }

  // The one primitive: now = max(now + cost, done), of which waiting is what lies before `ready`.
  void advance(std::size_t lane, SimTime cost, SimTime ready, SimTime done, double spread = 0) {
    const SimTime now = now_[lane];
    const SimTime end = std::max(now + cost, done);
    const SimTime waiting = std::clamp<SimTime>(ready - now, 0, end - now);
    waiting_[lane] += waiting;
    communication_[lane] += end - now - waiting;
    now_[lane] = end;
    clock_bits_ |= end;
    if (spread > 0) scatter(lane, spread, end - now - waiting);
  }
  // The same where nobody else has a say: now += cost.
  void spend(const SimTime* cost, const double* spread) {
    each_lane([&](std::size_t l) {
      now_[l] += cost[l];
      clock_bits_ |= now_[l];
      communication_[l] += cost[l];
      if (spread[l] > 0) scatter(l, spread[l], cost[l]);
    });
  }
  // No clock has left its range: all were less than a power of 2, and none less than nothing. Asked
  // behind every rule. To look at the clocks there would cost as much as the rule, as they have
  // only just been stored; what moves them keeps their bits.
  bool in_range() const {
    return static_cast<std::uint64_t>(clock_bits_) < static_cast<std::uint64_t>(end_of_time);
  }
  [[noreturn, gnu::cold]] void overrun() const;  // in this call
  [[noreturn, gnu::cold]] void overrun(const std::string& doing) const;
  SimTime next_tick() const;  // of MPI_Wtime
  // The random part of a low or high lane, when a call has just cost `time`: single calls scatter
  // independently of each other, so the variances of this process's calls add up.
  void scatter(std::size_t lane, double spread, SimTime time);
  Cost pair_cost(Call cost, std::int64_t bytes, int peer, int crowd = 0) {
    const bool known = peer >= 0 && peer < static_cast<int>(distances_.size());
    return known ? costs_.pair(cost, bytes, distances_[static_cast<std::size_t>(peer)], crowd,
                               std::abs(peer - rank_))
                 : costs_.pair(cost, bytes, 0, crowd);
  }
  static constexpr int no_site = -1;
  void end_at_site(std::int64_t bytes, SimTime time, SimTime waiting);
  // What lane 0 has spent since then rests on `source`, but for what it waited.
  void book(Source source, SimTime since);
  // How many halves of a process of each block send a message out of it while `message` is on its
  // way; 0: this process takes part in no exchange, as it has not sent anything since `since`
  // (any_time: to anybody else).
  static constexpr SimTime any_time = -1;
  int crowd_of(const Stamp& message, SimTime since);
  int reach(int peer) const;
  int ranks_to(int peer) const;
  bool sends_over(int ranks) const;
  bool is_row(int ranks) const;
  void know_rows();
  void note_links();
  // From this message to the next one for another process, which may leave over other links.
  SimTime gap_beside(std::size_t lane, const Cost& message) const {
    return (separate_ >> lane & 1) != 0 ? 0 : message.fan_gap[lane];
  }
  // After the message that came in before this one; `own_links`: lanes, a bit each, on which that
  // one took other links.
  struct Gap {
    const SimTime* times;
    bool same_source;
    std::uint64_t own_links;
    bool beside(std::size_t lane) const { return (own_links >> lane & 1) != 0; }
  };
  Gap gap_at(std::size_t port, int source, const Cost& message, int crowd) {
    const bool same = std::exchange(arrivals_[port].source, source) == source;
    if (same) return {message.gap, true, 0};
    const bool known = crowd != 0 && !own_links_.empty();
    return {message.fan_gap, false,
            known ? separate_ & own_links_[static_cast<std::size_t>(source)] : 0};
  }
  // When a message is here that could be at `arrival`, had the port nothing else to take in.
  SimTime through_port(std::size_t port, std::size_t lane, SimTime arrival, const Gap& gap);
  std::size_t port_of(int source) const {
    const bool known = source >= 0 && source < static_cast<int>(distances_.size());
    return known ? static_cast<std::size_t>(
                       __builtin_popcountll(distances_[static_cast<std::size_t>(source)]))
                 : 0;
  }
  Clock later(Clock a, const Clock& b) const;  // an empty one is never
  void arrived(const Stamp& stamp, SimTime arrival, std::int64_t bytes, int tag, int communicator,
               std::int64_t request);

  // What each rule means for the critical path; before it moves the clocks.
  Price pair_price(Call call, std::int64_t bytes, int peer, int crowd = 0) const;
  static Price collective_price(Call call, int processes, std::int64_t bytes, Span span);
  Placed here() const { return {now_[path_->lane()], path_->here}; }
  Placed placed(const SimTime* clock) const { return {clock[path_->lane()], clock[lanes_]}; }
  StepPlace sent_place(int peer) const;
  void note_send(Call cost, std::int64_t bytes, int peer, const Cost& posting);
  void note_port(std::int64_t bytes, int peer, const Cost& posting, Placed sent);
  void note_spend(const Price& price, SimTime cost);
  void note_advance(const Price& price, SimTime cost, Placed done, StepPlace own = nowhere);
  StepPlace note_runner_up(const Price& price, SimTime cost, SimTime arrival);
  void note_receive(Call cost, std::int64_t bytes, const Stamp& message, int crowd,
                    const Cost& whole, const Gap& gap, bool by_itself);
  void note_completion(Call cost, std::int64_t bytes, const Clock& posted, const Stamp& message,
                       int crowd, const Cost& whole, const Gap& gap);
  Placed note_message(const Stamp& message, std::int64_t bytes, int crowd, SimTime flight,
                      const Price& price, const Gap& gap);
  StepPlace note_head_start(Price price, Role role, const Cost& whole);
  void note_collective(Price price, Role role, const Cost& whole, const SimTime* ready);
  void note_collective_completion(const Price& price, SimTime cost, SimTime wait,
                                  const SimTime* ready);
  void note_transfer(const Price& price, const Cost& whole, Clock& epoch);
  void note_meeting(int peer, Placed left, SimTime transit, const Clock& epoch);

  using Times = std::array<SimTime, max_lanes>;
  struct LastSend {
    SimTime at = 0;  // lane 0's clock
    int peer = -1;   // -1: none
    int reach = 0;   // of the messages that others of its row send
  };
  struct Arrivals {
    Times since{}, until{};  // the port takes in messages without a pause
    Times before{};          // until when it did so the time before
    int source = -1;         // of the last one
  };

  std::size_t lanes_;
  int rank_;
  CostTable costs_;
  std::vector<Distance> distances_;  // to every rank
  bool crowds_;                      // two processes cannot be in each other's way
  EventSink* trace_;
  std::vector<double> step_seconds_;
  std::vector<double> compute_factors_;  // empty: 1 on all lanes
  Times now_{}, compute_{}, communication_{}, waiting_{};
  SimTime clock_bits_ = 0;                    // that any clock ever had
  std::array<double, max_lanes> variance_{};  // of the random part, in square picoseconds
  Times scattered_{};                         // what of now_ it has made out so far
  std::vector<LaneEstimate> estimates_;
  // From when on the next message can leave for the last one's receiver, and for another one.
  int port_peer_ = -1;
  Times port_free_{}, port_free_for_others_{};
  std::vector<Arrivals> arrivals_;  // by how many blocks hold the two processes
  std::array<LastSend, 8> last_sends_{};
  std::size_t sends_ = 0;
  bool rows_known_ = true;  // the reach of each of them
  // Lanes, a bit each, on whose machine messages to a rank have links of their own (empty: on
  // none), and those to all of last_sends_ have.
  std::vector<std::uint64_t> own_links_;
  std::uint64_t separate_ = 0;
  std::array<CallAccount, call_count> accounts_{};
  std::vector<CallAccount> sites_;
  int site_ = no_site;
  bool frozen_ = false;
  Overrun overrun_;
  std::unique_ptr<PathRecorder> path_;

  Call call_ = Call::transit;  // the call between begin_call() and end_call()
  SimTime call_begin_ = 0, call_waiting_begin_ = 0;
  SimTime booked_waiting_ = 0;  // of lane 0, by the last book()

  SimTime wtime_tick_;
  SimTime last_wtime_ = -1;       // lane 0's clock after the last MPI_Wtime
  std::int64_t idle_wtimes_ = 0;  // calls of it with nothing between them
};

}  // namespace revprof

#include "revprof/engine/engine_inline.hpp"

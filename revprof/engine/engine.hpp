// SPDX-License-Identifier: BSD-3-Clause
// The state machine of one process: its clocks on all lanes and the rules that move them (DESIGN
// section 4). Knows no MPI and never communicates: front ends move the stamps and the clocks of
// collectives.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "revprof/engine/cost.hpp"
#include "revprof/engine/event.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/stamp.hpp"

namespace revprof {

// One time per lane. Owned by whoever has to remember it: a request, a collective on its way.
using Clock = std::vector<SimTime>;

// What a lane has spent; their sum is its clock, exactly.
struct Spent {
  SimTime compute = 0, communication = 0, waiting = 0;
};

// What a call has cost on lane 0.
struct CallAccount {
  std::int64_t count = 0, bytes = 0;
  SimTime time = 0, waiting = 0;
  std::array<SimTime, source_count> time_by_source{};
};

class Engine {
 public:
  // rank and processes are those of MPI_COMM_WORLD. `trace` may be nullptr.
  Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick, EventSink* trace);

  // --- Calls. Every rule below runs between begin_call() and end_call().
  void begin_call(Call call);
  void end_call(std::int64_t bytes, int peer, int communicator);

  // --- Point to point (Howell 1996, section 4.2). `cost` is the call whose equation is charged.
  // A message leaves for `peer` (-1: outside this MPI_COMM_WORLD, where ranks mean nothing) as soon
  // as the port is free. Says so in its stamp. Charged by one of the next two, which hold the port
  // for the gap, or by receive() for a Sendrecv, which takes longer than its message holds it.
  void stamp(std::int64_t bytes, int peer, Stamp& stamp) const {
    stamp.mark = Stamp::mark_value;
    stamp.source = peer < 0 ? -1 : rank_;
    stamp.bytes = bytes;
    each_lane([&](std::size_t l) { stamp.sent[l] = std::max(now_[l], port_free_[l]); });
  }
  void send(Call cost, std::int64_t bytes, int peer);
  // A Sendrecv's message, before its receive(). Others are noted where they are charged.
  void note_send(int peer) {
    if (peer < 0 || peer >= static_cast<int>(distances_.size())) return;
    last_sends_[shared_blocks(peer)] = {now_[0], peer};
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
  // A nonblocking send, which is both; `done` is when a Wait finds it complete.
  void post_send(Call cost, std::int64_t bytes, int peer, const Stamp& stamp, Clock& done);
  // A nonblocking receive: charges its posting; `posted` is from when it counts.
  void post_receive(Call cost, Clock& posted);
  // A blocking receive that has its message: end = max(now + t, sent + transit).
  void receive(Call cost, std::int64_t bytes, const Stamp& stamp, int tag, int communicator);
  // A Wait or successful Test of a posted receive: end = max(now + t_wait, posted + t_receive, sent
  // + transit).
  void complete_receive(Call receive, std::int64_t bytes, const Clock& posted, const Stamp& stamp,
                        int tag, int communicator);
  // ... and of a posted send: end = max(now + t_wait, done).
  void complete_send(const Clock& done);
  // A successful probe, or a request that carries no clock.
  void local(Call cost, std::int64_t bytes);

  // --- Collectives. `ready` is the kind's latest clock, own one included, `processes` is p.
  // end = ready + t(p,d).
  void collective(Call cost, int processes, std::int64_t bytes, Distance distance,
                  const SimTime* ready);
  // A Wait of a nonblocking one: end = max(now + t_wait, ready + t(p,d)).
  void complete_collective(Call cost, int processes, std::int64_t bytes, Distance distance,
                           const SimTime* ready);

  // --- One-sided communication (MPI-3.1 chapter 11). `peer` is the target.
  // A Put or its like, paid by its origin; `epoch`, unless it is empty, sums up what an epoch
  // costs.
  void transfer(Call cost, std::int64_t bytes, int peer, Clock& epoch);
  // An Rput or its like: `done` is when a Wait finds it complete, by complete_send(); `latest`
  // (empty if there is none) when all so far are.
  void post_transfer(Call cost, std::int64_t bytes, int peer, Clock& done, Clock& latest);
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
  void elapse(double seconds);  // the same on all lanes
  SimTime wtime();              // lane 0; moves the clocks by a tick, so that polling loops end

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
  void advance(std::size_t lane, SimTime cost, SimTime ready, SimTime done) {
    const SimTime now = now_[lane];
    const SimTime end = std::max(now + cost, done);
    const SimTime waiting = std::clamp<SimTime>(ready - now, 0, end - now);
    waiting_[lane] += waiting;
    communication_[lane] += end - now - waiting;
    now_[lane] = end;
  }
  // The same where nobody else has a say: now += cost.
  void spend(const SimTime* cost) {
    each_lane([&](std::size_t l) {
      now_[l] += cost[l];
      communication_[l] += cost[l];
    });
  }
  Cost pair_cost(Call cost, std::int64_t bytes, int peer) {
    const bool known = peer >= 0 && peer < static_cast<int>(distances_.size());
    return costs_.pair(cost, bytes, known ? distances_[static_cast<std::size_t>(peer)] : 0);
  }
  void book(Source source, SimTime since);
  // Whether a message from `source` is one of an exchange in which all processes of its distance
  // class take part: this process itself has sent one as far as that, to somebody else, not
  // before `since`.
  static constexpr SimTime any_time = -1;
  bool exchanges(int source, SimTime since) const;
  std::size_t shared_blocks(int peer) const {
    return static_cast<std::size_t>(
        __builtin_popcountll(distances_[static_cast<std::size_t>(peer)]));
  }
  void arrived(const Stamp& stamp, const SimTime* transit, std::int64_t bytes, int tag,
               int communicator);

  using Times = std::array<SimTime, max_lanes>;
  struct LastSend {
    SimTime at = 0;  // lane 0's clock
    int peer = -1;   // -1: none
  };

  std::size_t lanes_;
  int rank_;
  CostTable costs_;
  std::vector<Distance> distances_;  // to every rank
  EventSink* trace_;
  std::vector<double> step_seconds_;
  Times now_{}, compute_{}, communication_{}, waiting_{};
  Times port_free_{};                 // from when on the next message can leave
  std::vector<LastSend> last_sends_;  // by how many blocks hold the two processes
  std::array<CallAccount, call_count> accounts_{};
  bool frozen_ = false;

  Call call_ = Call::transit;  // the call between begin_call() and end_call()
  SimTime call_begin_ = 0, call_waiting_begin_ = 0;

  SimTime wtime_tick_;
  SimTime last_wtime_ = -1;       // lane 0's clock after the last MPI_Wtime
  std::int64_t idle_wtimes_ = 0;  // calls of it with nothing between them
};

// What every message runs through stands here, so that front ends can inline it.

inline void Engine::begin_call(Call call) {
  call_ = call;
  call_begin_ = now_[0];
  call_waiting_begin_ = waiting_[0];
}

inline void Engine::end_call(std::int64_t bytes, int peer, int communicator) {
  if (frozen_) return;
  CallAccount& account = accounts_[static_cast<std::size_t>(call_)];
  const SimTime waiting = waiting_[0] - call_waiting_begin_;
  account.count += 1;
  account.bytes += bytes;
  account.time += now_[0] - call_begin_;
  account.waiting += waiting;
  if (trace_ != nullptr) {
    trace_->call({name(call_), call_begin_, now_[0], waiting, bytes, peer, communicator});
  }
}

inline void Engine::book(Source source, SimTime since) {
  accounts_[static_cast<std::size_t>(call_)].time_by_source[static_cast<std::size_t>(source)] +=
      now_[0] - since;
}

inline void Engine::send(Call cost, std::int64_t bytes, int peer) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  const Cost posting = pair_cost(cost, bytes, peer);
  if (peer != rank_) {  // a message to itself needs no port
    note_send(peer);
    each_lane(
        [&](std::size_t l) { port_free_[l] = std::max(now_[l], port_free_[l]) + posting.gap[l]; });
  }
  spend(posting.own);
  book(posting.source, begin);
}

inline void Engine::receive(Call cost, std::int64_t bytes, const Stamp& message, int tag,
                            int communicator) {
  const Cost message_cost = pair_cost(cost, bytes, message.source);
  const bool exchange = cost == Call::MPI_Sendrecv || cost == Call::MPI_Sendrecv_replace;
  const bool crowded = exchanges(message.source, exchange ? now_[0] : any_time);
  const SimTime* const own = crowded ? message_cost.crowded_own : message_cost.own;
  const SimTime* const transit = crowded ? message_cost.crowded_transit : message_cost.transit;
  if (!frozen_) {
    const SimTime begin = now_[0];
    each_lane(
        [&](std::size_t l) { advance(l, own[l], message.sent[l], message.sent[l] + transit[l]); });
    book(std::max(message_cost.source, message_cost.transit_source), begin);
  }
  arrived(message, transit, bytes, tag, communicator);
}

inline void Engine::arrived(const Stamp& message, const SimTime* transit, std::int64_t bytes,
                            int tag, int communicator) {
  if (trace_ == nullptr || frozen_) return;
  const SimTime arrival = message.sent[0] + transit[0];
  trace_->message({message.source, message.sent[0], arrival, now_[0], bytes, tag, communicator});
}

}  // namespace revprof

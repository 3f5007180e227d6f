// SPDX-License-Identifier: BSD-3-Clause
// The clocks of a collective travel beside it, with the same direction of dependence, so that
// nobody waits for anybody whom the call itself would not wait for.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/mpi/collective/channel.hpp"
#include "revprof/mpi/world/communicator.hpp"
#include "revprof/run/horizon.hpp"
#include "revprof/run/latest_places.hpp"
#include "revprof/run/watch.hpp"

namespace revprof {

// The root of calls without one: no rank, and none of MPI's own negative ones.
constexpr int no_root = std::numeric_limits<int>::min();

// all_to_all: everybody's latest clock, and the sum of bytes where they are uneven; one_to_all: the
// root's clock and bytes; all_to_one: the latest clock at the root; scan: that of all lower ranks;
// neighbour: of the in-neighbours. On an intercommunicator these are the remote group's. The own
// clock always counts.
//
// A blocking call is announced before it begins, where that can be taken back; what the others have
// said is collected when it has succeeded, and so is there. A nonblocking one is begun when it has
// started and ends when it is complete.
class Exchange {
 public:
  struct What {
    Kind kind = Kind::all_to_all;
    bool uneven = false;
    int root = no_root;
    bool everybody = false;   // on an intercommunicator not the remote group alone
    bool constructs = false;  // a communicator, window or file: all learn everybody's new place
    Call call = Call::MPI_Barrier;
  };

  // Values of a record: what the call is, the new place, the bytes that were sent before, the
  // clocks, the bytes.
  static std::size_t values(const Engine& engine);

  // Takes this process's clocks and its own d.
  void prepare(Engine& engine, const What& what, std::int64_t bytes,
               const Communicator& communicator);
  // Takes the clocks as they are now, for one more round of the same.
  void renew(const Engine& engine);
  // The part of a blocking call that others may do without this process is over when it comes.
  void arrive(Engine& engine, Call call);
  // Sends these clocks instead of the own ones, which are not later.
  void raise(const SimTime* clocks) {
    std::copy(clocks, clocks + lanes_ + (with_places_ ? 1 : 0), own());
  }

  void announce();
  void collect();
  void begin();
  void end();
  // MPI has returned an error instead of success, from a call in which this process has taken part
  // (failure.hpp), or not.
  void fail(bool has_taken_part);
  // The one under way is of no interest any more.
  void drop();
  // Nothing is asked of this object any more.
  void abandon();

  // While this process waits for it: who does not come.
  void tell(Needs& needs) const;
  // ... as the other processes see it; false: all have come that it needs, or nobody knows.
  bool wait(Horizon& horizon) const;
  // Of one that is under way: the latest clock on lane 0 of those that have come, and whether all
  // have; `missing` is told who has not. False: nobody knows.
  template <class Missing>
  bool peek(SimTime& ready, Missing missing) const;

  // The processes that have not come to it yet; nullopt: nobody knows, or, on an intercommunicator,
  // not all are needed.
  std::optional<std::vector<int>> absent() const;

  // Whether it is known before all have come what they say of bytes.
  bool knows_bytes() const { return !what_.uneven; }
  // Else it is one of the root's group on an intercommunicator, which the call costs nothing.
  bool takes_part() const { return what_.root != MPI_PROC_NULL; }

  // After collect(), where a path is recorded: the steps of what the news of those who decide has
  // saved on its way.
  void note_saved(Engine& engine);

  // After collect() or end(): the ready clock of the kind, as Engine::collective() takes it.
  const SimTime* ready() const { return own(); }
  // ... and when they came: what lies before has been waited for.
  const SimTime* came() const { return in_rounds_ ? came_.data() : own(); }
  std::int64_t bytes() const { return bytes_; }
  // Of a constructor whose d they are: the processes of the group that it has made.
  void count_members(int members) { bytes_ = members; }
  // As the engine takes that call, whose clocks these are.
  GroupCall of(Call call) const {
    return {call, processes_, bytes_, span_, hears_all() ? sent_ / processes_ : -1};
  }
  int processes() const { return processes_; }
  Member member() const { return member_; }
  // Of a constructor: where everybody's new place is. This process's own is given away with it.
  const std::vector<Channel::Found>& found() const { return found_; }
  // Of a constructor of a window or file, over the same processes.
  std::shared_ptr<Channel> make_channel();
  Channel::Place place() const { return place_; }
  Channel::Place take_place() { return std::exchange(place_, 0); }
  const std::shared_ptr<Channel>& channel() const { return channel_; }

 private:
  // Some of the channel's members.
  struct Members {
    int first = 0, last = 0;  // [first, last)
    std::shared_ptr<const std::vector<int>> list;
  };
  template <class Visit>
  void for_each_other(const Members& members, Visit visit) const;

  void find_members(const Communicator& communicator);
  SimTime* own() { return &record_[clocks_at]; }
  const SimTime* own() const { return &record_[clocks_at]; }
  void hand_out();
  void take_in(int member);
  void merge(int member, const SimTime* record);
  void begin_rounds();
  void merge_in_rounds(int member, const SimTime* clocks);
  void collect_by_tree();
  void count_bytes();
  bool hears_all() const {
    return what_.kind == Kind::all_to_all && !what_.constructs && !inter_ && channel_ != nullptr;
  }
  std::uint64_t packed_what() const;
  void compare(int member, const SimTime* record) const;

  // The call is no part of what has to agree: some that differ in name belong together.
  static constexpr int call_bits = 48;
  static bool agree(SimTime a, SimTime b) {
    return ((a ^ b) & ((SimTime{1} << call_bits) - 1)) == 0;
  }

  static constexpr std::size_t what_at = 0, place_at = 1, sent_at = 2, clocks_at = 3;

  std::int64_t number() const { return number_.load(std::memory_order_relaxed); }
  void set_number(std::int64_t number) { number_.store(number, std::memory_order_relaxed); }
  std::int64_t end_number() {
    const std::int64_t ended = number();
    set_number(0);
    return ended;
  }

  What what_;
  std::shared_ptr<Channel> channel_;  // nullptr: there is nobody else
  Members sources_, readers_;
  bool inter_ = false;
  int lanes_ = 0, processes_ = 1, peers_ = 1;
  std::int64_t own_bytes_ = 0, bytes_ = 0, sum_ = 0;
  std::int64_t sent_ = 0;  // before, by all from whom one hears; each a part that cannot wrap
  Span span_;
  Member member_ = Member::other;
  // Of the collective under way; 0: none. The watching thread asks, too.
  std::atomic<std::int64_t> number_{0};
  bool with_places_ = false;     // a critical path is recorded
  bool spans_programs_ = false;  // not all processes are of this program
  PlacedClocks placed_;
  Rounds rounds_;
  Clock came_;
  bool in_rounds_ = false;     // the clocks of others are heard so
  SimTime saved_[2] = {0, 0};  // by the two whose places the record has
  std::vector<SimTime> record_, room_, heard_;
  Channel::Place place_ = 0;
  std::vector<Channel::Found> found_;
};

template <class Visit>
void Exchange::for_each_other(const Members& members, Visit visit) const {
  for (int member = members.first; member < members.last; ++member) {
    if (member != channel_->own()) visit(member);
  }
  if (members.list == nullptr) return;
  for (const int member : *members.list) {
    if (member >= 0 && member != channel_->own()) visit(member);
  }
}

template <class Missing>
bool Exchange::peek(SimTime& ready, Missing missing) const {
  ready = own()[0];
  if (number() == 0) return true;
  if (!channel_->shares_memory() || channel_->has_failed()) return false;
  for_each_other(sources_, [&](int member) {
    const SimTime* const record = channel_->board().find(channel_->place(member), number());
    if (record == nullptr) return missing(member);
    ready = std::max(ready, record[clocks_at]);
  });
  return true;
}

}  // namespace revprof

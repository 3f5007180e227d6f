// SPDX-License-Identifier: BSD-3-Clause
// A lock's clock travels with its window: every holder leaves the time of its release beside it, on
// the board, or, where the processes do not share memory, in a window of our own.
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>
#include <vector>

#include "revprof/engine/sim_time.hpp"
#include "revprof/mpi/collective/channel.hpp"

namespace revprof {

// The clocks of the exclusive locks of one window, one lock for each of its processes, and of the
// atomic operations there.
class LockClocks {
 public:
  struct Released {
    std::vector<SimTime> clock;
    int holder;  // the last one; -1: none yet
  };

  // Collective over `communicator`, whose processes are the channel's. with_place: behind a clock's
  // lanes follows the place of its step.
  void start(MPI_Comm communicator, std::shared_ptr<Channel> channel, std::size_t clock_values,
             bool with_place);
  void stop();
  // Over one process there is nobody to wait for.
  bool followed() const { return channel_ != nullptr && channel_->members() > 1; }

  // By the process that holds the user's lock of `target`.
  Released read(int target);
  void write(int target, const std::vector<SimTime>& clock);

  // This process's atomic operation has a result at `target`: whether another process's may have
  // changed that.
  bool follows_another(int target);
  // When the last one that had its turn there was served; empty: nothing is kept of it.
  std::vector<SimTime> served(int target) const;
  // This process's has been.
  void serve(int target, const std::vector<SimTime>& clock);

  // Some process of the window asks what others change there, now or later.
  void ask();
  bool is_asked() const;
  // This process has done so to a word of `target`, at `now`, without a turn; and whether the last
  // one to do so with this word (or any) was another process that had come further than `now`.
  enum class Done { changed, read };
  static constexpr std::int64_t any_word = -1;
  void note(Done what, int target, std::int64_t word, SimTime now);
  bool is_done_after(Done what, int target, std::int64_t word, SimTime now) const;

  // Which exclusive locks this process holds.
  void take(int target) { held_.push_back(target); }
  bool holds(int target) const;
  void release(int target);

 private:
  // Behind the clock of its lock: the rank + 1 of the last one with a result, and its clock;
  // nullptr: they do not share memory.
  std::atomic<SimTime>* atomics(int target) const;
  // Behind that: what is done without a turn.
  struct Last {
    std::atomic<SimTime> by, at, word;  // by: the rank + 1 of who did it
  };
  struct WithoutTurn {
    std::atomic<SimTime> is_asked;  // of the window, at its first process
    Last changed, read;
    Last& of(Done what) { return what == Done::changed ? changed : read; }
  };
  WithoutTurn* without_turn(int target) const;

  std::shared_ptr<Channel> channel_;
  MPI_Win window_ = MPI_WIN_NULL;  // where they do not share memory
  int lanes_ = 0, values_ = 0;     // of a clock
  std::vector<int> held_;
};

}  // namespace revprof

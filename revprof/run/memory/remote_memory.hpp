// SPDX-License-Identifier: BSD-3-Clause
// Memory of each process that the others put into and get from: what is known of it. Where it lies
// and how something is put there is the front end's affair (an OpenSHMEM's symmetric heap, what a
// UPC compiler calls shared): it gives every byte a number of its own, its key, the same whoever
// names it.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <vector>

#include "revprof/run/memory/last_changes.hpp"
#include "revprof/run/memory/outstanding.hpp"
#include "revprof/run/memory/received.hpp"
#include "revprof/run/memory/rings.hpp"
#include "revprof/run/run.hpp"

namespace revprof {

struct RemoteMemory {
  explicit RemoteMemory(Run& its_run) : run(its_run) {}
  RemoteMemory(const RemoteMemory&) = delete;
  RemoteMemory& operator=(const RemoteMemory&) = delete;

  Run& run;
  Rings rings;  // not opened where nobody waits for words of its own memory
  LastChanges last_changes;
  Received received;
  int window = -1;         // in the trace
  std::int64_t epoch = 0;  // barriers of all processes so far
  std::int64_t late = 0;   // updates received so, as far as they are counted

  // A word that was waited for: the program may write it itself until the next call of its own.
  struct Watched {
    const volatile void* address;
    std::uint64_t key;
    std::int64_t bytes;
  };
  static constexpr std::size_t most_watched = 64;
  std::deque<Watched> watched;

  // Locks that it has tested in vain while lane 0's clock stood still.
  struct Tested {
    SimTime at = -1;
    std::set<std::uint64_t> keys;

    bool has(SimTime now, std::uint64_t key) const { return now == at && keys.count(key) != 0; }
    void add(SimTime now, std::uint64_t key) {
      if (now != at) keys.clear();
      at = now;
      keys.insert(key);
    }
  };
  Tested tested;

  // Whose memory this process has put something into that may not be there yet.
  std::vector<int> put_into;
  std::vector<bool> has_put_into;  // ... each of them, by its rank
  void note_put(int pe);
  // All of it is.
  void are_there();

  // Guarded. What the others have done to this process's memory; first what it has done itself.
  void catch_up();
  // Not guarded. Until it knows all that it can see.
  void await_all_told();
  // Guarded. What this thread does there now; another one may have done what comes later.
  void note(Outstanding& under_way, Outstanding::Does what) {
    const bool is_in_order = under_way.is_in_order(what, run.engine->now()[0]);
    if (!is_in_order) run.choices.note(&ChoiceCounts::threads);
  }
  void watch(const volatile void* address, std::uint64_t key, std::int64_t bytes);
  // After a barrier of all processes.
  void pass_barrier();
  // A word that holds what is waited for may have been told of.
  bool has_forgotten() const { return rings.forgotten() + received.forgotten() > 0; }
  bool is_process(int pe) const { return pe >= 0 && pe < run.team->processes(); }
};

std::uint64_t word_at(const volatile void* address, std::int64_t bytes);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Where the host's timing decided what the program did next: predictions may then vary from run to
// run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "revprof/calls/call.hpp"
#include "revprof/engine/sim_time.hpp"
#include "revprof/run/call_site.hpp"

namespace revprof {

class Team;

struct ChoiceCounts {
  std::int64_t wildcards = 0;     // receives and probes of anybody with several possible senders
  std::int64_t completions = 0;   // of one among several requests
  std::int64_t failed_tests = 0;  // tests and probes that failed before the clock moved on
  std::int64_t locks = 0;         // exclusive locks that another process had held before
  std::int64_t atomics = 0;       // results of what another process had changed before
  std::int64_t pointers = 0;      // places in a file by the pointer that its processes share
  std::int64_t forgotten = 0;     // waits without a record of what made them true
  std::int64_t late = 0;          // changes of words that come before what had ended a wait
  std::int64_t postings = 0;      // ends of sends that wait for receivers which have said nothing
  std::int64_t threads = 0;       // calls by another thread than the one before
  std::int64_t shares = 0;        // regions whose threads took their work as they came
};

struct HostChoices : ChoiceCounts {
  // Each call, at the place in the program that makes it: what was decided there.
  using Place = std::pair<Call, const void*>;
  static constexpr Call no_call = Call::start_up;  // what was decided there is no call
  std::map<Place, ChoiceCounts> places;
  SimTime failed_at = -1;        // lane 0's clock at the last test that failed
  Place failed_place{};          // ... and where that was
  const void* thread = nullptr;  // that has made the last call

  // In the call that this thread makes.
  void note(std::int64_t ChoiceCounts::*what) { note(what, here()); }
  void note(std::int64_t ChoiceCounts::*what, const Place& place) {
    ++(this->*what);
    ++(places[place].*what);
  }
  static Place here() { return {CallSite::call(), CallSite::address()}; }

  // Of several threads. Where one has begun is not always known.
  void called_by_this_thread(bool is_known) {
    static thread_local const char self = 0;
    if (!is_known && thread != nullptr && thread != &self) note(&ChoiceCounts::threads);
    thread = &self;
  }
  // At the next test: a loop that only polls is no choice, one that does something meanwhile is.
  void tested(SimTime now, bool succeeded) {
    if (failed_at >= 0 && now != failed_at) note(&ChoiceCounts::failed_tests, failed_place);
    failed_at = succeeded ? -1 : now;
    failed_place = here();
  }
};

// "MPI_Recv at FILE+0x12".
std::string place_text(const HostChoices::Place& place);

// On process 0, of all processes: what was decided, how often, and in which calls; empty: nothing.
// Called by all.
std::string warning_of_choices(const HostChoices& own, Team& team);

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// Where the host's timing decided what the program did next: predictions may then vary from run to
// run.
#pragma once

#include <cstdint>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

struct HostChoices {
  std::int64_t wildcards = 0;     // receives and probes of anybody with several possible senders
  std::int64_t completions = 0;   // of one among several requests
  std::int64_t failed_tests = 0;  // tests and probes that failed before the clock moved on
  std::int64_t locks = 0;         // exclusive locks that another process had held before
  std::int64_t atomics = 0;       // results of what another process had changed before
  std::int64_t forgotten = 0;     // waits without a record of what made them true
  bool has_lost_turn = false;     // nobody has waited for others for long since
  std::int64_t threads = 0;       // calls by another thread than the one before
  SimTime failed_at = -1;         // lane 0's clock at the last one that failed
  const void* thread = nullptr;   // that has made the last call

  // With several threads, their calls count in the order in which they return.
  void called_by_this_thread() {
    static thread_local const char self = 0;
    if (thread != nullptr && thread != &self) ++threads;
    thread = &self;
  }
  // At the next test: a loop that only polls is no choice, one that does something meanwhile is.
  void tested(SimTime now, bool succeeded) {
    if (failed_at >= 0 && now != failed_at) ++failed_tests;
    failed_at = succeeded ? -1 : now;
  }
};

}  // namespace revprof

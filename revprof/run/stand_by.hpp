// SPDX-License-Identifier: BSD-3-Clause
// How revprof itself lets time pass: the sleep functions are the program's, whose clocks they move.
#pragma once

#include <poll.h>
#include <time.h>

#include <chrono>

namespace revprof {

// No signal that the program gets meanwhile ends it.
inline void stand_by(std::chrono::nanoseconds time) {
  using std::chrono::seconds, std::chrono::steady_clock;
  const auto end = steady_clock::now() + time;
  do {
    const auto whole = std::chrono::duration_cast<seconds>(time);
    const timespec span{whole.count(), (time - whole).count()};
    if (ppoll(nullptr, 0, &span, nullptr) == 0) return;
    time = end - steady_clock::now();
  } while (time.count() > 0);
}

}  // namespace revprof

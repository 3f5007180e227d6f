// SPDX-License-Identifier: BSD-3-Clause
// How revprof itself lets time pass: the sleep functions are the program's, whose clocks they move.
#pragma once

#include <poll.h>
#include <time.h>

#include <chrono>

namespace revprof {

inline void stand_by(std::chrono::nanoseconds time) {
  using std::chrono::seconds;
  const auto whole = std::chrono::duration_cast<seconds>(time);
  const timespec span{whole.count(), (time - whole).count()};
  ppoll(nullptr, 0, &span, nullptr);
}

}  // namespace revprof

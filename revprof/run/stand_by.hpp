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

// Before a process that has said why ends all of them. MPICH's launcher may end what passes its
// words on before it has passed them on: of 60 plain programs that wrote a line and called
// MPI_Abort, 4 wrote nothing.
inline void let_words_out() { stand_by(std::chrono::milliseconds(300)); }

}  // namespace revprof

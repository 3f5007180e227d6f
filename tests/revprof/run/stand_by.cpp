// SPDX-License-Identifier: BSD-3-Clause
// Standing by lasts its time, whatever signals the program gets meanwhile.
#include "revprof/run/stand_by.hpp"

#include <gtest/gtest.h>
#include <sys/time.h>

#include <csignal>

namespace revprof {
namespace {

volatile std::sig_atomic_t signals = 0;

TEST(StandBy, is_not_ended_by_a_signal) {
  using std::chrono::milliseconds;
  std::signal(SIGALRM, [](int) { signals = signals + 1; });
  const itimerval each = {{0, 5000}, {0, 5000}}, none{};
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(setitimer(ITIMER_REAL, &each, nullptr), 0);
  stand_by(milliseconds(100));
  setitimer(ITIMER_REAL, &none, nullptr);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(100));
  EXPECT_GT(signals, 0);
}

}  // namespace
}  // namespace revprof

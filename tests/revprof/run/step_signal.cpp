// SPDX-License-Identifier: BSD-3-Clause
// Who waits for another one's step is woken by it: none of these ends in time where that fails.
#include "revprof/run/step_signal.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace revprof {
namespace {

using namespace std::chrono_literals;

constexpr auto not_yet = [] { return false; };

// The step comes after it has said that it waits: as the kernel is asked, or once it sleeps.
TEST(StepSignal, WakesWhoHasSaidThatItWaits) {
  StepSignal signal{};
  signal.await(5, 1h, [&] {
    signal.step(5);
    return false;
  });
  signal.await(5, 1h, [&] {
    signal.step();  // whatever its clock says
    return false;
  });
}

TEST(StepSignal, IsNotWaitedForWhereTheStepWasSeen) {
  StepSignal signal{};
  signal.await(5, 1h, [] { return true; });
}

TEST(StepSignal, IsNotWaitedForLongerThanSaid) {
  StepSignal signal{};
  signal.await(5, 1ms, not_yet);
}

TEST(StepSignal, WakesAllWhoSleep) {
  StepSignal signal{};
  std::atomic<SimTime> clock{0};
  std::atomic<int> awake{0};
  const auto wait_until = [&](SimTime from) {
    while (clock < from) signal.await(from, 1h, [&] { return clock >= from; });
    ++awake;
  };
  std::thread early(wait_until, 3), late(wait_until, 9);
  for (SimTime now = 1; awake < 2; ++now) {
    clock = now;
    signal.step(now);
    std::this_thread::yield();
  }
  early.join();
  late.join();
}

}  // namespace
}  // namespace revprof

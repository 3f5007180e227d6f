// SPDX-License-Identifier: BSD-3-Clause
// Tells by the time that a yield takes whether anybody computes.
#include "revprof/run/give_way.hpp"

#include <sched.h>

#include <chrono>

#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// Processes that only yield, too, give the core back much sooner than one that computes.
constexpr std::chrono::microseconds slice = 1ms, moment = 50us;
constexpr int moments_between_yields = 100;

thread_local int moments_left = 0;

}  // namespace

void give_way() {
  if (moments_left > 0) {
    --moments_left;
    stand_by(moment);
    return;
  }
  const auto before = std::chrono::steady_clock::now();
  sched_yield();
  if (std::chrono::steady_clock::now() - before > slice) moments_left = moments_between_yields;
}

bool is_core_busy() { return moments_left > 0; }

}  // namespace revprof

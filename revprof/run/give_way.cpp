// SPDX-License-Identifier: BSD-3-Clause
// Tells by the time that a yield takes whether anybody computes.
#include "revprof/run/give_way.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>

#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// Processes that only yield, too, give the core back much sooner than one that computes.
constexpr std::chrono::microseconds slice = 1ms, moment = 50us;
constexpr std::chrono::microseconds short_turn = 100us;
constexpr int moments_between_yields = 100;

// sched_setattr(2), version 1: the kernel's header cannot stand beside <sched.h>.
struct Scheduling {
  std::uint32_t size, policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime, deadline, period;
};

thread_local int moments_left = 0;
thread_local int kept = 0;

}  // namespace

// By the kernel's name: the program's library may find ours where it asks for the C library's.
void yield_core() {
  const auto before = std::chrono::steady_clock::now();
  syscall(SYS_sched_yield);
  if (std::chrono::steady_clock::now() - before > slice) moments_left = moments_between_yields;
}

void give_way() {
  if (moments_left == 0) return yield_core();
  --moments_left;
  stand_by(moment);
}

bool is_core_busy() { return moments_left > 0; }

void ask_for_short_turns() {
  Scheduling own{};
  if (syscall(SYS_sched_getattr, 0, &own, sizeof own, 0) != 0 || own.policy != SCHED_OTHER) return;
  own.runtime = std::chrono::nanoseconds(short_turn).count();
  syscall(SYS_sched_setattr, 0, &own, 0);
}

bool is_better_woken() {
  if (moments_left == 0) return false;
  --moments_left;
  return true;
}

KeepCore::KeepCore() { ++kept; }

KeepCore::~KeepCore() { --kept; }

void yield_unless_kept() {
  if (kept == 0) syscall(SYS_sched_yield);
}

}  // namespace revprof

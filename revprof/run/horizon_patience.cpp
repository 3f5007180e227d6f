// SPDX-License-Identifier: BSD-3-Clause
// How long a process waits for what may be in vain.
#include <algorithm>
#include <ctime>

#include "revprof/run/give_way.hpp"
#include "revprof/run/horizon.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// What was waited in vain is a second in all and a twentieth of the run, so that no program gets
// much slower.
constexpr std::chrono::nanoseconds most_patience = 500ms, least_patience = 100us, allowance = 1s;
constexpr int share_of_run = 20;
// A process on a busy host may take so many times longer than on a quiet one.
constexpr int most_busy = 20;

std::chrono::nanoseconds on_own_core() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

std::chrono::nanoseconds Horizon::patience_at(std::chrono::steady_clock::time_point now) const {
  const std::chrono::nanoseconds left = allowance + (now - opened_) / share_of_run - in_vain_;
  return left <= 0ns ? 0ns : std::clamp(left / 2, least_patience, most_patience);
}

// On a busy host the others get on as slowly as this process does: what counts is how long it has
// had its core.
std::chrono::nanoseconds Horizon::Patience::waited() const {
  const auto passed = std::chrono::steady_clock::now() - since_;
  return std::max<std::chrono::nanoseconds>(on_own_core() - own_since_, passed / most_busy);
}

bool Horizon::Patience::lasts() {
  if (is_over_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (since_ == std::chrono::steady_clock::time_point{}) {
    since_ = now;
    own_since_ = on_own_core();
    most_ = horizon_->patience_at(now);
  }
  const std::chrono::nanoseconds waited_now = waited();
  if (waited_now >= most_) {
    horizon_->in_vain_ += waited_now;
    is_over_ = true;
    return false;
  }
  give_way();
  return true;
}

}  // namespace revprof

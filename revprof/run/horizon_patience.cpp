// SPDX-License-Identifier: BSD-3-Clause
// How long a process waits for what may be in vain.
#include <sched.h>

#include <algorithm>

#include "revprof/run/horizon.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// What was waited in vain is a second in all and a twentieth of the run, so that no program gets
// much slower.
constexpr std::chrono::nanoseconds most_patience = 500ms, least_patience = 100us, allowance = 1s;
constexpr int share_of_run = 20;

}  // namespace

std::chrono::nanoseconds Horizon::patience_at(std::chrono::steady_clock::time_point now) const {
  const std::chrono::nanoseconds left = allowance + (now - opened_) / share_of_run - in_vain_;
  return left <= 0ns ? 0ns : std::clamp(left / 2, least_patience, most_patience);
}

bool Horizon::Patience::lasts() {
  if (is_over_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (since_ == std::chrono::steady_clock::time_point{}) {
    since_ = now;
    most_ = horizon_->patience_at(now);
  }
  if (now - since_ >= most_) {
    horizon_->in_vain_ += now - since_;
    is_over_ = true;
    return false;
  }
  sched_yield();
  return true;
}

}  // namespace revprof

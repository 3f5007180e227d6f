// SPDX-License-Identifier: BSD-3-Clause
// The setting `measure`: how long the program and its calls take on this host, without stamps,
// model or simulated clocks, and with as little beside them as can be. `revprof compare` holds this
// against the prediction.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "revprof/run/call_observer.hpp"
#include "revprof/run/team.hpp"
#include "revprof/run/ticks.hpp"

namespace revprof {

class Stopwatch : public CallObserver {
 public:
  // Of all processes: they start together, as in a prediction.
  explicit Stopwatch(Team& team);

  void ends(Call call, std::uint64_t ticks) override {
    if (frozen_) return;
    Sum& sum = sums_[static_cast<std::size_t>(call)];
    sum.count.fetch_add(1, std::memory_order_relaxed);  // several threads may make calls at once
    sum.ticks.fetch_add(ticks, std::memory_order_relaxed);
  }
  void freeze() override;
  void thaw() override;

  // What is between this and write() does not count.
  void stop();
  // Of all processes; process 0 writes DIRECTORY/measured.json. A failure is reported and
  // does not stop the program.
  void write(const std::string& directory, const std::string& program);

 private:
  struct Sum {
    std::atomic<std::int64_t> count{0};
    std::atomic<std::uint64_t> ticks{0};
  };

  Team& team_;
  std::array<Sum, call_count> sums_;
  bool frozen_ = false;
  std::uint64_t frozen_at_ = 0, frozen_ticks_ = 0;
  double begin_seconds_, begin_cpu_seconds_;
  std::uint64_t begin_ticks_;
  std::uint64_t ticks_ = 0;
  double seconds_ = 0, cpu_seconds_ = 0;
};

}  // namespace revprof

// SPDX-License-Identifier: BSD-3-Clause
// The two synchronisers: an agreed time on the global clock, and a barrier.
#include "characterize/synchroniser.hpp"

#include <sched.h>

#include <algorithm>
#include <ctime>

namespace revprof {

namespace {

void sleep_until(double time) {
  const double sleep = time - local_seconds();
  if (sleep <= 0) return;
  const auto seconds = static_cast<time_t>(sleep);
  const auto rest = static_cast<long>((sleep - static_cast<double>(seconds)) * 1e9);
  const timespec pause{seconds, rest};
  nanosleep(&pause, nullptr);
}

class AgreedClock : public Synchroniser {
 public:
  AgreedClock(const GlobalClock& clock, const ClockTraits& traits, bool crowded)
      : clock_(clock),
        // A sleep may end later than asked for; spin from where it surely has ended.
        margin_(std::min(2 * traits.oversleep_seconds, longest_spin)),
        crowded_(crowded) {}

  void agree(MPI_Comm communicator, double cycle_seconds) override {
    agreement_.interval = patience_ * (1.2 * cycle_seconds + 2 * margin_ + 2e-6);
    // Everybody has to learn of it in time.
    agreement_.first = clock_.from_local(local_seconds()) + 2 * agreement_.interval + 10e-6;
    MPI_Bcast(&agreement_, sizeof agreement_, MPI_BYTE, 0, communicator);
  }

  Start start(int repetition, double delay_seconds) override {
    const double begin = agreement_.first + repetition * agreement_.interval;
    const double origin = clock_.to_local(begin + delay_seconds);
    sleep_until(origin - margin_);
    double now = local_seconds();
    while (now < origin) {
      // With more processes than cores somebody else may need this one to get to its own start.
      if (crowded_) sched_yield();
      now = local_seconds();
    }
    return {origin, now - origin};
  }

  void judge(double late_part) override {
    if (late_part > 0.2) patience_ = std::min(2 * patience_, most_patience);
  }

  void forget() override { patience_ = 1; }

 private:
  static constexpr double longest_spin = 500e-6, most_patience = 4;

  struct Agreement {
    double first = 0, interval = 0;
  };

  const GlobalClock& clock_;
  double margin_;
  bool crowded_;
  double patience_ = 1;  // grows on process 0 where starts were late
  Agreement agreement_;
};

class BarrierStart : public Synchroniser {
 public:
  void agree(MPI_Comm communicator, double) override { communicator_ = communicator; }
  Start start(int, double delay_seconds) override {
    MPI_Barrier(communicator_);
    const double origin = local_seconds() + delay_seconds;
    if (delay_seconds > 0) sleep_until(origin);
    return {delay_seconds > 0 ? origin : local_seconds(), 0};
  }
  void judge(double) override {}
  void forget() override {}

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

}  // namespace

std::unique_ptr<Synchroniser> agreed_clock(const GlobalClock& clock, const ClockTraits& traits,
                                           bool crowded) {
  return std::make_unique<AgreedClock>(clock, traits, crowded);
}

std::unique_ptr<Synchroniser> barrier_start() { return std::make_unique<BarrierStart>(); }

}  // namespace revprof

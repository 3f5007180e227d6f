// SPDX-License-Identifier: BSD-3-Clause
// Clocks of several threads of a process: forked, exchanged, joined.
#include <gtest/gtest.h>

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/engine/engine.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;  // in picoseconds

Engine one_process() {
  Lane mean, slow;
  mean.name = "mean";
  mean.model = std::make_shared<const Model>();
  mean.step_seconds = 1e-6;
  slow = mean;
  slow.name = "slow";
  slow.compute_factor = 3;
  return Engine({mean, slow}, 0, 1, 0, nullptr, mpi_calls());
}

TEST(Threads, the_later_one_goes_on_on_each_lane) {
  Engine engine = one_process();
  engine.compute(5);
  const std::shared_ptr<Engine::Thread> other = engine.fork();
  engine.compute(10);
  engine.exchange(*other);  // the other's, which has begun after 5 us
  EXPECT_EQ(engine.now()[0], 5 * us);
  engine.compute(2);
  const double seconds[] = {1e-6, 20e-6};
  engine.elapse(Item::units, seconds);
  EXPECT_EQ(engine.now()[0], 8 * us);
  EXPECT_EQ(engine.now()[1], 3 * (7 + 20) * us);
  engine.exchange(*other);
  EXPECT_EQ(engine.now()[0], 15 * us);
  EXPECT_EQ(engine.now()[1], 45 * us);
  engine.join(*other);
  EXPECT_EQ(engine.now()[0], 15 * us);
  EXPECT_EQ(engine.now()[1], 81 * us);
  for (int lane = 0; lane < 2; ++lane) {
    EXPECT_EQ(engine.spent(lane).compute, engine.now()[lane]);
    EXPECT_EQ(engine.spent(lane).communication + engine.spent(lane).waiting, 0);
  }
}

}  // namespace
}  // namespace revprof

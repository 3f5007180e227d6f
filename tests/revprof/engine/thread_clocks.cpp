// SPDX-License-Identifier: BSD-3-Clause
// Clocks of several threads of a process: forked, exchanged, joined.
#include "round_model.hpp"

namespace revprof {
namespace {

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

// Another thread's collective is in no row with this one's.
TEST(Threads, each_has_its_own_row_of_collectives) {
  Lane lane;
  lane.name = "mean";
  auto model = std::make_shared<Model>();
  model->calls["MPI_Barrier"] = {class_of(0, 9, 0)};
  lane.model = model;
  Engine engine({lane}, 0, 2, 0, nullptr, mpi_calls());
  const std::shared_ptr<Engine::Thread> other = engine.fork();
  const auto barrier = [&] {
    const SimTime ready = engine.now()[0];
    engine.begin_call(Call::MPI_Barrier);
    engine.collective({Call::MPI_Barrier, 2, 0, Span(0, 1, 0)}, &ready);
    engine.end_call(0, -1, 0);
  };
  const auto inferred = [&] {
    return engine.account(Call::MPI_Barrier)
        .time_by_source[static_cast<std::size_t>(Source::inferred)];
  };
  barrier();
  engine.exchange(*other);
  barrier();
  EXPECT_EQ(inferred(), 0);
  barrier();  // at once behind its own
  EXPECT_EQ(inferred(), 9 * us);
}

}  // namespace
}  // namespace revprof

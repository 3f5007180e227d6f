// SPDX-License-Identifier: BSD-3-Clause
// Collectives: end = ready + t(p,d), blocking and not (DESIGN section 4).
#include "round_model.hpp"

namespace revprof {
namespace {

void allreduce(Engine& engine, SimTime ready, int processes = 4) {
  engine.begin_call(Call::MPI_Allreduce);
  engine.collective(Call::MPI_Allreduce, processes, 8, 0, &ready);
  engine.end_call(8, -1, 0);
}

TEST(Engine, collective_begins_when_the_last_is_ready) {
  Engine a = process(0);
  a.compute(5);
  allreduce(a, 30 * us);
  EXPECT_EQ(a.now()[0], 30 * us + 14 * us);
  EXPECT_EQ(a.spent(0).waiting, 25 * us);
  EXPECT_EQ(a.spent(0).communication, 14 * us);
  expect_sums(a);
}

TEST(Engine, collective_of_the_last_process_waits_for_nobody) {
  Engine a = process(0);
  a.compute(30);
  allreduce(a, 30 * us);
  EXPECT_EQ(a.now()[0], 44 * us);
  EXPECT_EQ(a.spent(0).waiting, 0);
}

TEST(Engine, collective_over_one_process_is_free) {
  Engine a = process(0);
  allreduce(a, 0, 1);
  EXPECT_EQ(a.now()[0], 0);
  EXPECT_EQ(a.account(Call::MPI_Allreduce).count, 1);
}

TEST(Engine, nonblocking_collective_overlaps_computation) {
  Engine a = process(0);
  const SimTime ready = 2 * us;
  a.compute(10);
  a.begin_call(Call::MPI_Wait);
  a.complete_collective(Call::MPI_Iallreduce, 4, 8, 0, &ready);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 2 * us + 14 * us);
  EXPECT_EQ(a.spent(0).communication, 6 * us);  // what was left of it
  EXPECT_EQ(a.spent(0).waiting, 0);
  expect_sums(a);
}

TEST(Engine, finished_nonblocking_collective_costs_a_wait) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.compute(100);
  a.complete_collective(Call::MPI_Iallreduce, 4, 8, 0, &ready);
  EXPECT_EQ(a.now()[0], 100 * us + us / 8);
}

TEST(Engine, stand_in_serves_a_call_without_equation) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Barrier);
  a.collective(Call::MPI_Barrier, 4, 0, 0, &ready);  // as MPI_Allreduce
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 14 * us);
  EXPECT_EQ(a.costs().serving(Call::MPI_Barrier), "MPI_Allreduce");
  const auto& by_source = a.account(Call::MPI_Barrier).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::stand_in)], 14 * us);
}

TEST(Engine, nominal_time_where_nothing_stands_in) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Alltoall);  // neither it nor MPI_Allgather is in the model
  a.collective(Call::MPI_Alltoall, 4, 10'000, 0, &ready);
  EXPECT_EQ(a.now()[0], 2 * us);  // 1 us + 10 kB / (10 GB/s)
  EXPECT_EQ(a.costs().serving(Call::MPI_Alltoall), "");
  const auto& by_source = a.account(Call::MPI_Alltoall).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::assumed)], 2 * us);
}

TEST(Engine, beyond_the_measured_processes_counts_as_extrapolated) {
  Engine a = process(0);
  allreduce(a, 0, 128);
  const auto& by_source = a.account(Call::MPI_Allreduce).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::extrapolated)], a.now()[0]);
  EXPECT_EQ(a.now()[0], 138 * us);
}

TEST(Engine, stand_ins_of_every_call_end) {
  const CostTable costs({lane("mean")});
  for (int c = 0; c < call_count; ++c) {
    const std::string serving = costs.serving(static_cast<Call>(c));
    EXPECT_TRUE(serving.empty() || round_model()->calls.count(serving) == 1) << call_traits[c].name;
  }
}

}  // namespace
}  // namespace revprof

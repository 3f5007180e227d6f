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

// Processes spacing ranks apart, of 8 in all: every rank is in one such group, and all call at
// once.
SimTime among_siblings(Call call, int processes, int spacing, std::vector<int> block_sizes = {4}) {
  Engine a = process(0, {crowded_lane(std::move(block_sizes))});
  const SimTime ready = 0;
  a.begin_call(call);
  a.collective(call, processes, longer, {0, spacing * (processes - 1)}, &ready);
  a.end_call(longer, -1, 0);
  expect_sums(a);
  return a.now()[0];
}

// A message among all takes 18 us longer than a pair's. Of 4 ranks two apart a block holds two: two
// of three partners are elsewhere; of two ranks four apart the only one is.
TEST(Engine, columns_of_processes_share_the_links_of_their_blocks) {
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 2), 14 * us + 2 * 12 * us);  // log p messages
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 2, 4), 12 * us + 18 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 4, 2), 8 * us);       // roots send few messages
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 6, 1), 16 * us);  // no room for a second one
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 0), 14 * us);  // ranks that say nothing
  EXPECT_EQ(among_siblings(Call::MPI_Alltoall, 4, 2), 20 * us + 3 * 12 * us);  // p - 1
}

// Among 8 in no blocks 12 us more than among 4, which the measured time knows of.
TEST(Engine, siblings_share_a_network_without_blocks) {
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 1, {}), 14 * us + 2 * 12 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Alltoall, 4, 1, {}), 20 * us + 3 * 12 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 4, 2, {}), 8 * us + 12 * us);
}

// Of MPI_Allreduce's 14 us among 4, 4 are left when process 0 comes last; of MPI_Bcast's 8 us, 3
// are left when the root came long ago, and 2 are its own.
Lane lane_with_parts() {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["MPI_Allreduce.late"] = {class_of(0, 4, 0)};
  model->calls["MPI_Bcast.late"] = {class_of(0, 3, 0)};
  model->calls["MPI_Bcast.early"] = {class_of(0, 2, 0)};
  Lane with_parts = lane("mean");
  with_parts.model = model;
  return with_parts;
}

// Calls it with 3 others, who count from `others`; returns from when this process counts.
SimTime come_to(Engine& engine, Call call, Member member, SimTime others) {
  SimTime arrival = 0;
  engine.begin_call(call);
  engine.arrive(call, 4, 8, 0, member, &arrival);
  const SimTime ready = std::max(arrival, others);
  engine.collective(call, 4, 8, 0, &ready, member);
  engine.end_call(8, -1, 0);
  expect_sums(engine);
  return arrival;
}

TEST(Engine, what_others_do_without_the_first_process_is_over_when_it_comes_late) {
  Engine a = process(0, {lane_with_parts()});
  a.compute(30);
  EXPECT_EQ(come_to(a, Call::MPI_Allreduce, Member::first, 5 * us), 20 * us);
  EXPECT_EQ(a.now()[0], 34 * us);
  EXPECT_EQ(a.spent(0).waiting, 0);
}

TEST(Engine, all_together_take_the_whole_time) {
  Engine a = process(0, {lane_with_parts()}), b = process(1, {lane_with_parts()});
  EXPECT_EQ(come_to(a, Call::MPI_Allreduce, Member::first, 0), -10 * us);
  EXPECT_EQ(come_to(b, Call::MPI_Allreduce, Member::other, 0), 0);
  EXPECT_EQ(a.now()[0], 14 * us);
  EXPECT_EQ(b.now()[0], 14 * us);
}

TEST(Engine, broadcast_is_there_for_who_comes_late) {
  Engine late = process(1, {lane_with_parts()}), in_time = process(1, {lane_with_parts()});
  late.compute(30);
  come_to(late, Call::MPI_Bcast, Member::other, 2 * us);
  EXPECT_EQ(late.now()[0], 33 * us);
  come_to(in_time, Call::MPI_Bcast, Member::other, 2 * us);
  EXPECT_EQ(in_time.now()[0], 10 * us);
}

TEST(Engine, root_of_a_broadcast_waits_for_nobody) {
  Engine root = process(0, {lane_with_parts()});
  root.compute(30);
  EXPECT_EQ(come_to(root, Call::MPI_Bcast, Member::first, 0), 30 * us);
  EXPECT_EQ(root.now()[0], 32 * us);
}

TEST(Engine, collective_without_measured_parts_takes_its_whole_time) {
  Engine a = process(0);
  a.compute(30);
  EXPECT_EQ(come_to(a, Call::MPI_Allreduce, Member::first, 5 * us), 30 * us);
  EXPECT_EQ(a.now()[0], 44 * us);
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

// As round_model, but with an equation of its own for a nonblocking call and one for files.
Lane richer_lane() {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["MPI_Iallreduce"] = {class_of(0, 20, 0.01)};
  model->calls["MPI_File_write_at"] = {class_of(0, 3, 0.001)};
  model->calls["MPI_File_write_at_all"] = {class_of(0, 6, 0.002, {Startup::p, Data::d}, 2)};
  return {"richer", model, LaneEstimate::mean, 1e-6, {}};
}

TEST(Engine, nonblocking_collective_with_an_equation_of_its_own) {
  Engine a = process(0, {richer_lane()});
  const SimTime ready = 2 * us;
  a.begin_call(Call::MPI_Iallreduce);
  a.complete_collective(Call::MPI_Iallreduce, 4, 1000, 0, &ready);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 2 * us + 30 * us);
  EXPECT_EQ(a.account(Call::MPI_Iallreduce).time_by_source[static_cast<int>(Source::measured)],
            30 * us);
  EXPECT_EQ(a.costs().serving(Call::MPI_Ibcast), "MPI_Bcast");
}

// Both are looked up, and either may have the other's place in the table.
TEST(Engine, nonblocking_collective_keeps_its_source_beside_the_wait_s) {
  Engine a = process(0);
  SimTime expected = 0;
  a.begin_call(Call::MPI_Iallreduce);
  for (std::int64_t bytes = 0; bytes < 20'000; ++bytes) {
    const SimTime ready = a.now()[0];
    a.complete_collective(Call::MPI_Iallreduce, 4, bytes, 0, &ready);
    expected += 14 * us;
  }
  EXPECT_EQ(a.now()[0], expected);
  const auto& by_source = a.account(Call::MPI_Iallreduce).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::stand_in)], expected);
}

TEST(Engine, four_measured_file_calls_serve_the_others) {
  const CostTable costs({richer_lane()}, 8, mpi_calls());
  const auto served = [&](Call call, const std::string& by) { EXPECT_EQ(costs.serving(call), by); };
  for (const Call call :
       {Call::MPI_File_read_at, Call::MPI_File_iread_at, Call::MPI_File_read, Call::MPI_File_iread,
        Call::MPI_File_read_shared, Call::MPI_File_write, Call::MPI_File_iwrite_at,
        Call::MPI_File_iwrite, Call::MPI_File_write_shared, Call::MPI_File_iwrite_shared}) {
    served(call, "MPI_File_write_at");
  }
  for (const Call call :
       {Call::MPI_File_write_all, Call::MPI_File_iwrite_at_all, Call::MPI_File_iwrite_all,
        Call::MPI_File_write_ordered, Call::MPI_File_write_at_all_begin,
        Call::MPI_File_write_all_begin, Call::MPI_File_write_ordered_begin}) {
    served(call, "MPI_File_write_at_all");
  }
  served(Call::MPI_File_close, "MPI_Allreduce");
  Engine a = process(0, {richer_lane()});
  const SimTime ready = 0;
  a.collective(Call::MPI_File_write_ordered, 4, 1000, 0, &ready);
  EXPECT_EQ(a.now()[0], 16 * us);  // 6 + 2 * 4 + 2
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
  const CostTable costs({lane("mean")}, 8, mpi_calls());
  for (int c = 0; c < call_count; ++c) {
    const std::string serving = costs.serving(static_cast<Call>(c));
    EXPECT_TRUE(serving.empty() || round_model()->calls.count(serving) == 1) << call_traits[c].name;
  }
}

}  // namespace
}  // namespace revprof

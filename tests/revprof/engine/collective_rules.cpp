// SPDX-License-Identifier: BSD-3-Clause
// Collectives: end = ready + t(p,d), blocking and not.
#include "round_model.hpp"

namespace revprof {
namespace {

void allreduce(Engine& engine, SimTime ready, int processes = 4) {
  engine.begin_call(Call::MPI_Allreduce);
  engine.collective({Call::MPI_Allreduce, processes, 8, 0}, &ready);
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
  engine.arrive({call, 4, 8, 0}, member, &arrival);
  const SimTime ready = std::max(arrival, others);
  engine.collective({call, 4, 8, 0}, &ready, member);
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

// Of a model with these equations beside the round ones.
Engine with_equations(int rank, const std::vector<std::pair<const char*, DistanceClass>>& more) {
  auto model = std::make_shared<Model>(*round_model());
  for (const auto& [call, equations] : more) model->calls[call] = {equations};
  Lane richer = lane("mean");
  richer.model = model;
  return process(rank, {richer});
}

// MPI_Reduce takes 20 us, a leaf's part 3; MPI_Scan 15, the first one's part 4.
TEST(Engine, who_waits_for_nobody_leaves_early) {
  const auto at = [](int rank) {
    Engine engine = with_equations(rank, {{"MPI_Reduce", class_of(0, 20, 0)},
                                          {"MPI_Reduce.early", class_of(0, 3, 0)},
                                          {"MPI_Scan", class_of(0, 15, 0)},
                                          {"MPI_Scan.early", class_of(0, 4, 0)}});
    engine.compute(30);
    return engine;
  };
  Engine leaf = at(1), root = at(0), first = at(0), second = at(1);
  EXPECT_EQ(come_to(leaf, Call::MPI_Reduce, Member::other, 0), 30 * us);
  EXPECT_EQ(leaf.now()[0], 33 * us);
  come_to(root, Call::MPI_Reduce, Member::first, 40 * us);
  EXPECT_EQ(root.now()[0], 60 * us);
  come_to(first, Call::MPI_Scan, Member::first, 0);
  EXPECT_EQ(first.now()[0], 34 * us);
  come_to(second, Call::MPI_Scan, Member::other, 40 * us);
  EXPECT_EQ(second.now()[0], 55 * us);
}

// MPI_Scatter has no equation: MPI_Gather's stands in, but not its leaves' part for the root.
TEST(Engine, parts_of_a_stand_in_of_another_shape_are_none) {
  Engine root = with_equations(
      0, {{"MPI_Gather", class_of(0, 20, 0)}, {"MPI_Gather.early", class_of(0, 3, 0)}});
  come_to(root, Call::MPI_Scatter, Member::first, 0);
  EXPECT_EQ(root.now()[0], 20 * us);
}

// 7 us and 1 for each process, as a call of its own.
TEST(Engine, start_up_is_a_call_of_its_own) {
  Engine a = with_equations(0, {{"start_up", class_of(0, 7, 0, {Startup::p, Data::d}, 1)}});
  a.start_up(4, 0);
  EXPECT_EQ(a.now()[0], 11 * us);
  EXPECT_EQ(a.account(Call::start_up).count, 1);
  EXPECT_EQ(a.account(Call::start_up).time, 11 * us);
  expect_sums(a);
  Engine unknown = process(0);
  unknown.start_up(4, 0);
  EXPECT_EQ(unknown.now()[0], 0);
  EXPECT_EQ(unknown.account(Call::start_up).count, 0);
}

SimTime constructed(CallId call, Engine engine, std::int64_t members) {
  const SimTime ready = 0;
  engine.begin_call(call);
  engine.collective({call, 4, members, 0}, &ready);
  return engine.now()[0];
}

// 10 us and 7 for each process of a group; of a stand-in, 5 us and none of 1 for each byte.
TEST(Engine, constructors_cost_by_members) {
  const std::pair<CallId, const char*> constructors[] = {{Call::MPI_Comm_split, "MPI_Allgather"},
                                                         {Call::MPI_Comm_create, "MPI_Comm_dup"}};
  for (const auto& [call, stand_in] : constructors) {
    const char* const name = mpi_calls()[call].name;
    const auto with = [](const char* known, DistanceClass equations) {
      return with_equations(0, {{known, std::move(equations)}});
    };
    EXPECT_EQ(constructed(call, with(name, class_of(0, 10, 7)), 2), 24 * us) << name;
    EXPECT_EQ(constructed(call, with(name, class_of(0, 10, 7)), 4), 38 * us) << name;
    EXPECT_EQ(constructed(call, with(stand_in, class_of(0, 5, 1)), 4), 5 * us) << name;
  }
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
  a.complete_collective({Call::MPI_Iallreduce, 4, 8, 0}, &ready);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 2 * us + 14 * us);
  EXPECT_EQ(a.spent(0).communication, 6 * us);  // what was left of it
  EXPECT_EQ(a.spent(0).waiting, 0);
  expect_sums(a);
}

// MPI_Iallreduce takes 20 us, 3 of which its start.
TEST(Engine, start_of_a_nonblocking_collective_is_a_part_of_it) {
  Engine a = with_equations(
      1, {{"MPI_Iallreduce", class_of(0, 20, 0)}, {"MPI_Iallreduce.early", class_of(0, 3, 0)}});
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Iallreduce);
  a.start_collective({Call::MPI_Iallreduce, 4, 8, 0});
  a.end_call(8, -1, 0);
  EXPECT_EQ(a.now()[0], 3 * us);
  a.compute(10);
  a.begin_call(Call::MPI_Wait);
  a.complete_collective({Call::MPI_Iallreduce, 4, 8, 0}, &ready);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 20 * us);
  EXPECT_EQ(a.spent(0).communication, 10 * us);
  expect_sums(a);
}

// ... and when nothing is left to wait for there is something left to do: what was measured of such
// a Wait, but no more than of one that comes at once.
TEST(Engine, late_wait_of_a_nonblocking_collective_finishes_it) {
  const auto waited_until = [](double measured, int computed) {
    Engine a = with_equations(1, {{"MPI_Iallreduce", class_of(0, 20, 0)},
                                  {"MPI_Iallreduce.early", class_of(0, 3, 0)},
                                  {"MPI_Iallreduce.wait", class_of(0, measured, 0)}});
    const SimTime ready = 0;
    a.start_collective({Call::MPI_Iallreduce, 4, 8, 0});
    a.compute(computed);
    a.begin_call(Call::MPI_Wait);
    a.complete_collective({Call::MPI_Iallreduce, 4, 8, 0}, &ready);
    a.end_call(0, -1, 0);
    EXPECT_EQ(a.spent(0).waiting, 0);
    expect_sums(a);
    return a.now()[0];
  };
  EXPECT_EQ(waited_until(12, 0), 20 * us);
  EXPECT_EQ(waited_until(12, 4), 20 * us);
  EXPECT_EQ(waited_until(12, 10), 25 * us);
  EXPECT_EQ(waited_until(12, 100), 115 * us);
  EXPECT_EQ(waited_until(30, 0), 20 * us);
  EXPECT_EQ(waited_until(30, 10), 30 * us);  // nothing overlaps
}

// Nor does a stand-in say it: MPI_Allreduce.early would be of a call that does all there is to do.
TEST(Engine, start_of_a_nonblocking_collective_is_free_where_it_was_not_measured) {
  for (const char* known : {"MPI_Iallreduce", "MPI_Allreduce.early"}) {
    Engine a = with_equations(1, {{known, class_of(0, 20, 0)}});
    a.start_collective({Call::MPI_Iallreduce, 4, 8, 0});
    EXPECT_EQ(a.now()[0], 0) << known;
  }
}

TEST(Engine, finished_nonblocking_collective_costs_a_wait) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.compute(100);
  a.complete_collective({Call::MPI_Iallreduce, 4, 8, 0}, &ready);
  EXPECT_EQ(a.now()[0], 100 * us + us / 8);
}

}  // namespace
}  // namespace revprof

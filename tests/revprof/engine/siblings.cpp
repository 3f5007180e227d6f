// SPDX-License-Identifier: BSD-3-Clause
// Collectives of a part of the processes: what others add who call the same beside them, and groups
// with several processes in a block.
#include "round_model.hpp"

namespace revprof {
namespace {

// Processes spacing ranks apart, of 8 in all: every rank is in one such group, and all call at
// once.
SimTime called(Call call, int processes, int spacing, const Lane& lane,
               std::int64_t bytes = longer) {
  Engine a = process(0, {lane});
  const SimTime ready = 0;
  a.begin_call(call);
  a.collective({call, processes, bytes, {0, spacing * (processes - 1)}}, &ready);
  a.end_call(bytes, -1, 0);
  expect_sums(a);
  return a.now()[0];
}

SimTime among_siblings(Call call, int processes, int spacing, std::vector<int> block_sizes = {4}) {
  return called(call, processes, spacing, crowded_lane(std::move(block_sizes)));
}

// A message among all takes 18 us longer than a pair's. Over four ranks and more all four of a
// block leave it at once, over two ranks a third of what they add: so of the six pairs of 4 ranks
// two apart three add 6 us and three 18. Of 3 neighbours one pair of three is two ranks apart.
TEST(Engine, columns_of_processes_share_the_links_of_their_blocks) {
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 2), 14 * us + 2 * 12 * us);  // log p messages
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 2, 4), 12 * us + 18 * us);
  // A tree goes once to the other block, beside one of another column; the 2 of 2 blocks, too,
  // beside three.
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 4, 2), 8 * us + 6 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 2, 4), 8 * us + 18 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 4, 1), 8 * us);       // all in one block
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 6, 1), 16 * us);  // no room for a second one
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 0), 14 * us);  // ranks that say nothing
  EXPECT_EQ(among_siblings(Call::MPI_Alltoall, 4, 2), 20 * us + 3 * 12 * us);  // p - 1
  EXPECT_EQ(among_siblings(Call::MPI_Alltoall, 3, 1) - among_siblings(Call::MPI_Alltoall, 3, 0),
            2 * 2 * us);
}

// Alltoall was measured of 4 processes, two in each of 2 blocks of 4: half of its pairs were of two
// that left their block at once, who add 6 us. Of a group with 2 in each of 2 blocks of 2, side by
// side as it was measured, nobody else leaves a block. There half of its pairs were of two, which
// add 18 us, and half of one: half of an exchange of all, 24 us, where a pair alone takes 6.
TEST(Engine, siblings_add_nothing_that_the_measured_processes_added) {
  const auto time = [](int processes, int spacing, int block, int most) {
    Lane lane = crowded_lane({block});
    auto model = std::make_shared<Model>(*lane.model);
    model->calls["MPI_Alltoall"][0].regimes[0].max_processes = most;
    lane.model = model;
    return called(Call::MPI_Alltoall, processes, spacing, lane);
  };
  EXPECT_EQ(time(4, 2, 4, 64), 20 * us + 3 * 12 * us);
  EXPECT_EQ(time(4, 2, 4, 8), 20 * us + 3 * (12 - 3) * us);
  EXPECT_EQ(time(4, 1, 2, 8), 20 * us);
  EXPECT_EQ(time(4, 2, 2, 8), 20 * us + 3 * (18 - (18 + 6) / 2) * us);
}

// Measured of 4 processes in as many blocks a call takes 10 us, of 2 in two 6 us, of 2 in one block
// 3 us. So of 4 in two blocks it takes a round between them and one inside: 9 us. Where no more
// than two blocks were measured, the 4 are as these were.
TEST(Engine, groups_with_several_processes_in_a_block_have_rounds_inside) {
  const auto time = [](Call call, int processes, int spacing, int most) {
    Lane lane = crowded_lane();
    auto model = std::make_shared<Model>(*lane.model);
    for (const char* const name : {"MPI_Bcast", "MPI_Allreduce", "MPI_Alltoall"}) {
      model->calls[name] = {class_of(4, 3, 0), class_of(0, 2, 0, {Startup::p, Data::d}, 2)};
      model->calls[name][1].regimes[0].max_processes = most;
    }
    model->calls.erase("exchange");  // nothing is shared
    lane.model = model;
    return called(call, processes, spacing, lane, 8);
  };
  EXPECT_EQ(time(Call::MPI_Bcast, 4, 2, 64), 6 * us + 3 * us);
  EXPECT_EQ(time(Call::MPI_Allreduce, 4, 2, 64), 6 * us + 3 * us);
  EXPECT_EQ(time(Call::MPI_Alltoall, 4, 2, 64), 10 * us);  // not in rounds
  EXPECT_EQ(time(Call::MPI_Bcast, 4, 2, 8), 10 * us);
  EXPECT_EQ(time(Call::MPI_Bcast, 2, 4, 64), 6 * us);  // one in each block
  EXPECT_EQ(time(Call::MPI_Bcast, 3, 2, 64), 6 * us + 3 * us);
  EXPECT_EQ(time(Call::MPI_Bcast, 6, 1, 64), 14 * us);  // side by side, as was measured
}

// Among 8 in no blocks 12 us more than among 4, which the measured time knows of.
TEST(Engine, siblings_share_a_network_without_blocks) {
  EXPECT_EQ(among_siblings(Call::MPI_Allreduce, 4, 1, {}), 14 * us + 2 * 12 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Alltoall, 4, 1, {}), 20 * us + 3 * 12 * us);
  EXPECT_EQ(among_siblings(Call::MPI_Bcast, 4, 2, {}), 8 * us + 12 * us);
}

// Of 1,001 bytes a pair takes 1 us, an exchange of p processes 2 p us one rank apart and 4 p us
// farther. A group of 4 that are neighbours has pairs of which half are one rank apart: of all 8
// processes' messages each adds 15 us or 31 us, 23 us on average, of which the group's own, for
// whom 3 ranks are one round the end, had added two thirds of 7 us and a third of 15 us. To both
// sides the second message adds 8 us and 4 us more than the first one's, of p = 4 half of that; its
// own time is 1 us of it.
TEST(Engine, siblings_are_as_far_as_each_pair_of_the_group) {
  const auto among = [](int within, double k_us) {
    return class_of(within, 0, k_us, {Startup::p, Data::p_d});
  };
  const auto added = [&](int processes, int spacing, bool both) {
    Lane torus = crowded_lane({});
    auto model = std::make_shared<Model>(*torus.model);
    model->calls["exchange"] = {among(-4, 0.004), among(-2, 0.004), among(-1, 0.002)};
    model->calls["MPI_Sendrecv"] = {class_of(-1, 4, 0.001)};
    if (both) model->calls["exchange_both"] = {among(-2, 0.0045), among(-1, 0.003)};
    torus.model = model;
    return called(Call::MPI_Alltoall, processes, spacing, torus) - 20 * us;
  };
  EXPECT_EQ(added(4, 1, false), 3 * 23 * us - (3 * 7 + 2 * 15 + 7) * us / 2);
  EXPECT_EQ(added(4, 2, false), 3 * 31 * us - (3 * 7 + 2 * 15 + 7) * us / 2);
  EXPECT_EQ(added(4, 1, true), 3 * ((15 + 7) + (31 + 3)) * us / 4 - 3 * 6 * us);
  EXPECT_EQ(added(4, 2, true), 3 * (31 + 3) * us / 2 - 3 * 6 * us);
  EXPECT_EQ(added(2, 1, true), 15 * us);  // to one side alone
}

}  // namespace
}  // namespace revprof
